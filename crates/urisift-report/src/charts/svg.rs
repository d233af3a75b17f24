//! Draws an SVG within HTML, without anything that the page's policy forbids.
//!
//! A unit is a tenth of a pixel, since plotters counts in whole units. Colors stand for roles; the style sheet of the
//! page sets the real ones.

use plotters::coord::Shift;
use plotters::prelude::{
    DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, IntoFont, RGBColor, SVGBackend, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::label::width;
use super::markup;

pub(super) const BAR: RGBColor = RGBColor(1, 1, 1);
pub(super) const TEXT: RGBColor = RGBColor(2, 2, 2);
pub(super) const FAINT: RGBColor = RGBColor(3, 3, 3);
pub(super) const LINE: RGBColor = RGBColor(4, 4, 4);

/// A pixel, in units.
pub(super) const PIXEL: i32 = 10;
/// The size of text, in units.
const SIZE: f64 = 125.0;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Drawing to memory cannot fail.
pub(super) type Failed = DrawingAreaErrorKind<std::io::Error>;
pub(super) type Drawn = Result<(), Failed>;

/// An SVG element and its label for screen readers. The size is in pixels.
pub(super) struct Svg<'a> {
    pub class: Option<&'a str>,
    pub label: &'a str,
    pub width: u32,
    pub height: u32,
}

impl Svg<'_> {
    /// The element, with what is drawn in it.
    pub fn draw(&self, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
        let unit = PIXEL.unsigned_abs();
        let size = (self.width * unit, self.height * unit);
        let mut svg = String::new();
        let drawn = draw(&SVGBackend::with_string(&mut svg, size).into_drawing_area());
        debug_assert!(drawn.is_ok(), "{drawn:?}");
        format!("{}{}</svg>", self.opening(size), inner(&svg))
    }

    fn opening(&self, (width, height): (u32, u32)) -> String {
        let class = self.class.map(|class| format!(" class=\"{class}\"")).unwrap_or_default();
        let label = markup::shown(self.label);
        format!("<svg{class} viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">")
    }
}

/// The content of the outermost element: plotters gives that element a size of its own, and the page
/// another.
fn inner(svg: &str) -> String {
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
    let inner = inner.trim_end().strip_suffix("</svg>").unwrap_or(inner);
    // Removes defaults. Quotes in names are references, so no name contains these.
    inner.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "")
}

/// Text of that color, anchored at that end.
pub(super) fn text(color: &RGBColor, end: HPos) -> TextStyle<'_> {
    // plotters takes the line height for the size.
    let font = ("sans-serif", SIZE * 1.24).into_font();
    TextStyle::from(font).color(color).pos(Pos::new(end, VPos::Center))
}

/// The width of a text when drawn, in units.
pub(super) fn drawn_width(text: &str) -> i32 {
    (f64::from(width(text)) * SIZE / 100.0) as i32
}

/// Converts units to hundredths of the font size, as in [`width`].
pub(super) fn room(units: i32) -> u32 {
    (f64::from(units.max(0)) * 100.0 / SIZE) as u32
}
