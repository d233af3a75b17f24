//! The charts of the page, each a whole `<figure>`: an SVG, and a table of its numbers. Names may come
//! from anyone: they are shown, and mean nothing to a browser.
//!
//! The page forbids inline styles. Shapes are drawn in a color for each role, and `charts.css` replaces these with the
//! colors of the page; see [`svg`].

mod bars;
mod label;
mod markup;
#[cfg(test)]
mod policy;
mod svg;
mod timeline;

pub(super) use bars::Bars;
pub(super) use markup::escaped;
pub(super) use timeline::{Timeline, Unit};

/// The style sheet of the charts.
pub(super) const STYLE: &str = include_str!("../assets/charts.css");
