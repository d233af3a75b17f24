//! Horizontal bars, one for each name, with the name above it, largest first.

use plotters::prelude::{Color, RGBColor, Rectangle, Text};
use plotters::style::text_anchor::HPos;

use super::label::{flat, share, shortened};
use super::markup::{self, ShareTable};
use super::svg::{self, Area, BAR, Drawn, FAINT, LINE, PIXEL, Svg, TEXT};
use crate::aggregate::Share;
use crate::record::grouped;
use crate::sanitize;

/// In pixels: the total width, the height of a bar with its name, the space for a share, and the space
/// between two texts.
const WIDTH: i32 = 380;
const PITCH: i32 = 32;
const SHARE: i32 = 56;
const GAP: i32 = 12;

/// Maximum length of a name that is read out, in hundredths of the font size.
const SPOKEN: u32 = 4_000;

/// What is counted.
pub struct Bars<'a> {
    /// The id of the figure is `chart-` and this.
    pub id: &'a str,
    pub caption: &'a str,
    /// What a name is: the heading of the table.
    pub heading: &'a str,
    /// Largest first.
    pub bars: &'a [Share],
    /// The total that each bar is a share of.
    pub of: u64,
    /// The sum of those that have no bar.
    pub others: Option<Share>,
}

impl Bars<'_> {
    /// The whole figure.
    pub fn figure(&self) -> String {
        let content = match self.bars {
            [] => "<p>none</p>".to_owned(),
            bars => {
                let table = ShareTable { heading: self.heading, of: self.of };
                format!("{}{}", self.svg(), table.details(bars.iter(), self.others.as_ref()))
            }
        };
        markup::figure("chart", self.id, self.caption, &content)
    }

    fn svg(&self) -> String {
        let others = self.others.as_ref();
        // The last text has no bar, and so needs less room.
        let height = self.bars.len() as i32 * PITCH + others.iter().len() as i32 * (PITCH - GAP);
        let label = self.label();
        let size = [WIDTH, height].map(i32::unsigned_abs);
        let svg = Svg { class: None, label: &label, width: size[0], height: size[1] };
        svg.draw(|area| {
            let max = self.bars.iter().map(|bar| bar.count).max().unwrap_or(0);
            for (at, bar) in (0..).zip(self.bars) {
                self.words(area, at, bar, &TEXT)?;
                self::bar(area, at, bar.count as f64 / max.max(1) as f64)?;
            }
            others.map_or(Ok(()), |others| self.words(area, self.bars.len() as i32, others, &FAINT))
        })
    }

    /// A summary in a sentence: the first three names.
    fn label(&self) -> String {
        let said = |bar: &Share| format!("{} {}", shortened(&bar.name, SPOKEN), grouped(bar.count));
        let first: Vec<_> = self.bars.iter().take(3).map(said).collect();
        let more = if self.bars.len() > 3 || self.others.is_some() { ", …" } else { "" };
        format!("{}: {}{more}", self.caption, first.join(", "))
    }

    /// The name on the left, the count and the share on the right.
    fn words(&self, area: &Area<'_>, at: i32, bar: &Share, color: &RGBColor) -> Drawn {
        let (y, right) = ((at * PITCH + 10) * PIXEL, WIDTH * PIXEL);
        let (name, count, share) = self.texts(bar);
        area.draw(&Text::new(name, (0, y), svg::text(color, HPos::Left)))?;
        area.draw(&Text::new(count, (right - SHARE * PIXEL, y), svg::text(color, HPos::Right)))?;
        area.draw(&Text::new(share, (right, y), svg::text(&FAINT, HPos::Right)))
    }

    /// The three texts of a bar: the name gets the room that the others leave.
    fn texts(&self, bar: &Share) -> (String, String, String) {
        let (count, share) = (grouped(bar.count), share(bar.count, self.of));
        let room = (WIDTH - SHARE - GAP) * PIXEL - svg::drawn_width(&count);
        let name = match bar.name.as_str() {
            "" => "(empty)".to_owned(),
            name => shortened(&flat(&sanitize::text(name)), svg::room(room)),
        };
        (name, count, share)
    }
}

/// A bar of that fraction of the width, on a line of the full width.
fn bar(area: &Area<'_>, at: i32, length: f64) -> Drawn {
    let (top, whole) = ((at * PITCH + 21) * PIXEL, WIDTH * PIXEL);
    let bottom = top + 5 * PIXEL;
    let line = [(0, bottom - PIXEL), (whole, bottom)];
    area.draw(&Rectangle::new(line, LINE.filled()))?;
    // Even the smallest bar is visible.
    let end = ((length * f64::from(whole)) as i32).max(PIXEL);
    area.draw(&Rectangle::new([(0, top), (end, bottom)], BAR.filled()))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::super::policy;
    use super::*;

    fn bar(name: &str, count: u64) -> Share {
        Share { name: name.to_owned(), count }
    }

    fn figure(bars: &[Share], others: Option<Share>) -> String {
        let of = bars.iter().map(|bar| u128::from(bar.count)).sum::<u128>();
        let of = u64::try_from(of).unwrap_or(u64::MAX);
        Bars { id: "hosts", caption: "Top hosts", heading: "Host", bars, of, others }.figure()
    }

    #[test]
    fn a_bar_has_its_name_its_count_and_its_share() {
        let others = Some(bar("2,000 others", 3_000));
        let figure = figure(&[bar("a.example", 1_500), bar("b.example", 500)], others);
        policy::check(&figure);
        for expected in [
            "<figure class=\"chart\" id=\"chart-hosts\"><figcaption>Top hosts</figcaption><svg ",
            " viewBox=\"0 0 3800 840\" role=\"img\"",
            " aria-label=\"Top hosts: a.example 1,500, b.example 500, …\"",
            ">\na.example\n</text>",
            ">\n1,500\n</text>",
            ">\n75.0%\n</text>",
            ">\n2,000 others\n</text>",
            "<th scope=\"row\">b.example</th><td>500</td>",
            "<th scope=\"row\">2,000 others</th><td>3,000</td><td>150.0%</td>",
        ] {
            assert!(figure.contains(expected), "{expected} in {figure}");
        }
    }

    #[test]
    fn a_bar_is_as_long_as_its_count_and_never_without_length() {
        let figure = figure(&[bar("a", u64::MAX), bar("b", u64::MAX / 2), bar("c", 0)], None);
        let bars = figure.split("<rect ").filter(|rect| rect.contains("#010101"));
        let widths = bars.map(|bar| policy::attribute(bar, "width").parse().unwrap());
        assert_eq!(widths.collect::<Vec<u32>>(), [3_800, 1_900, 10]);
    }

    #[test]
    fn no_bar_is_said_in_a_word() {
        let figure = figure(&[], None);
        policy::check(&figure);
        assert!(figure.contains("</figcaption><p>none</p></figure>"), "{figure}");
    }

    #[test]
    fn a_long_name_is_whole_in_the_table_alone() {
        let name = format!("www.{}.example.org", "a".repeat(230));
        let figure = figure(&[bar(&name, 1)], None);
        assert_eq!(figure.matches(&name).count(), 1);
        assert!(figure.contains("…"));
    }

    #[test]
    fn a_name_is_only_shown() {
        let names = [
            "<script>alert(1)</script>",
            "\"/><img src=x onerror='alert(1)'>",
            "a&b&amp;]]>--><!--",
            "\0\x1b[31m\u{9b}\r\n\u{202e}\u{2066}",
            "</text></svg></button></table></figure><style>*{}</style>",
            "",
        ];
        let figure = figure(&names.map(|name| bar(name, 1)), None);
        policy::check(&figure);
        assert!(figure.contains(">\n\\u{0}\\u{1b}[31m\\u{9b}\\r\\n\\u{202e}\\u{2066}\n</text>"));
    }

    proptest! {
        #[test]
        fn whatever_its_names_are_a_figure_keeps_the_policy(names in vec(any::<(String, u64)>(), 0..20)) {
            let bars: Vec<_> = names.iter().map(|(name, count)| bar(name, *count)).collect();
            policy::check(&figure(&bars, None));
        }
    }
}
