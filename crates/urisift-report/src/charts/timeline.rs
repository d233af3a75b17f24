//! Columns over time.

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::combinators::WithKeyPoints;
use plotters::coord::types::{RangedCoordi32, RangedCoordu64};
use plotters::prelude::{BindKeyPoints, Cartesian2d, Color, Rectangle, SVGBackend, TRANSPARENT};
use plotters::style::text_anchor::HPos;

use super::label::{short, steps};
use super::markup::{self, ShareTable};
use super::svg::{self, Area, BAR, Drawn, FAINT, Failed, LINE, PIXEL, Svg};
use crate::aggregate::Share;
use crate::record::grouped;

/// In pixels: the total height, that of the labels below, the space above the columns, the maximum
/// width of a column, and the space between labels.
const HEIGHT: i32 = 220;
const LABELS: i32 = 24;
const TOP: i32 = 10;
const COLUMN: i32 = 40;
const GAP: i32 = 16;

/// Maximum number of grid lines.
const LINES: u64 = 4;

/// What is counted over time.
pub struct Timeline<'a> {
    /// The id of the figure is `chart-` and this.
    pub id: &'a str,
    pub caption: &'a str,
    /// What one bin is.
    pub unit: Unit,
    /// Each bin from the first to the last that is not empty. Names are in the form of ISO 8601:
    /// `2024-05-01 13:00`, `2024-05-01`, `2024-05`, `2024`.
    pub bins: &'a [Share],
    /// The total that each bin is a share of.
    pub of: u64,
    /// A note under the chart.
    pub note: Option<&'a str>,
}

impl Timeline<'_> {
    /// The whole figure.
    pub fn figure(&self) -> String {
        let content = match self.bins {
            [] => "<p>none</p>".to_owned(),
            _ => format!("{}{}", self.svg("broad", 1080), self.svg("narrow", 380)),
        };
        let note = self.note.map(|note| format!("<p>{}</p>", markup::shown(note)));
        let content = [content, note.unwrap_or_default(), self.table()].concat();
        markup::figure("chart wide", self.id, self.caption, &content)
    }

    /// Only bins that are not empty.
    fn table(&self) -> String {
        if self.bins.is_empty() {
            return String::new();
        }
        let table = ShareTable { heading: self.unit.name(), of: self.of };
        table.details(self.bins.iter().filter(|bin| bin.count > 0), None)
    }

    /// A summary in a sentence.
    fn label(&self) -> String {
        let [first, .., last] = self.bins else {
            return match self.bins {
                [only, ..] => format!("{}: {} in {}", self.caption, grouped(only.count), only.name),
                [] => self.caption.to_owned(),
            };
        };
        // Of equal bins, the first.
        let most = self.bins.iter().rev().max_by_key(|bin| bin.count).unwrap_or(first);
        let (count, at) = (grouped(most.count), &most.name);
        format!("{}: {} to {}, most in {at}: {count}", self.caption, first.name, last.name)
    }

    fn svg(&self, class: &str, width: i32) -> String {
        let size = [width, HEIGHT].map(i32::unsigned_abs);
        let label = self.label();
        let svg = Svg { class: Some(class), label: &label, width: size[0], height: size[1] };
        svg.draw(|area| {
            let axis = Axis::of(self, width * PIXEL);
            let mut chart = axis.chart(area)?;
            axis.mesh(&mut chart)?;
            axis.columns(&chart)
        })
    }
}

/// The distance between bins.
const BIN: i32 = 100_000;

type BinAxis = WithKeyPoints<RangedCoordi32>;
type CountAxis = WithKeyPoints<RangedCoordu64>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<BinAxis, CountAxis>>;

/// The layout, in units.
struct Axis<'a> {
    unit: Unit,
    bins: &'a [Share],
    /// The space for the labels on the left.
    left: i32,
    /// The total width of the columns.
    width: i32,
    /// The greatest count, or 1.
    max: u64,
    /// Where grid lines are.
    lines: Vec<u64>,
}

impl<'a> Axis<'a> {
    fn of(timeline: &Timeline<'a>, whole: i32) -> Axis<'a> {
        let (unit, bins) = (timeline.unit, timeline.bins);
        let max = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
        let lines = steps(max, LINES);
        let widest = lines.iter().map(|line| svg::drawn_width(&short(*line))).max();
        let left = widest.unwrap_or(0) + 10 * PIXEL;
        Axis { unit, bins, left, width: whole - left, max, lines }
    }

    /// The width of a column and of the space after it.
    fn pitch(&self) -> f64 {
        f64::from(self.width) / self.bins.len() as f64
    }

    fn chart<'c, 'd>(&self, area: &'c Area<'d>) -> Result<Chart<'c, 'd>, Failed> {
        let middles = self.labelled().into_iter().map(middle).collect();
        let lines = std::iter::once(0).chain(self.lines.iter().copied()).collect();
        ChartBuilder::on(area)
            .margin_top(TOP * PIXEL)
            .x_label_area_size(LABELS * PIXEL)
            .y_label_area_size(self.left)
            .build_cartesian_2d(
                (0..self.bins.len() as i32 * BIN).with_key_points(middles),
                (0..self.max).with_key_points(lines),
            )
    }

    fn mesh(&self, chart: &mut Chart<'_, '_>) -> Drawn {
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(TRANSPARENT)
            .bold_line_style(LINE.stroke_width(PIXEL.unsigned_abs()))
            .light_line_style(TRANSPARENT)
            .set_all_tick_mark_size(4 * PIXEL)
            .label_style(svg::text(&FAINT, HPos::Left))
            .x_label_formatter(&|at| self.bins[(at / BIN) as usize].name.clone())
            .y_label_formatter(&|count| short(*count))
            .draw()
    }

    /// Which bins have a label: as many as there is room for, at even distances, starting at a round one.
    /// None is cut at an edge.
    fn labelled(&self) -> Vec<usize> {
        let widest = self.bins.iter().map(|bin| svg::drawn_width(&bin.name)).max().unwrap_or(0);
        let least = (f64::from(widest + GAP * PIXEL) / self.pitch()).ceil() as usize;
        let step = self.unit.step(least);
        let is_round = |bin: &Share| self.unit.round().is_some_and(|end| bin.name.ends_with(end));
        let round = self.bins.iter().position(is_round).map(|at| at % step);
        let first = round.or_else(|| (0..self.bins.len()).find(|&at| self.fits(at)));
        let all = (first.unwrap_or(0)..self.bins.len()).step_by(step);
        let labelled: Vec<_> = all.filter(|&at| self.fits(at)).collect();
        if labelled.is_empty() { vec![self.bins.len() / 2] } else { labelled }
    }

    /// Returns `true` if the label of that bin fits.
    fn fits(&self, at: usize) -> bool {
        let middle = (at as f64 + 0.5) * self.pitch();
        let half = f64::from(svg::drawn_width(&self.bins[at].name)) / 2.0;
        middle - half >= -f64::from(self.left) && middle + half <= f64::from(self.width)
    }

    fn columns(&self, chart: &Chart<'_, '_>) -> Drawn {
        let part = (f64::from(COLUMN * PIXEL) / self.pitch()).min(0.76);
        let half = (part * f64::from(BIN) / 2.0) as i32;
        // Each column is visible: at least a pixel.
        let least = self.max / u64::from((HEIGHT - LABELS - TOP).unsigned_abs());
        for (at, bin) in self.bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            let column = [(middle(at) - half, 0), (middle(at) + half, bin.count.max(least))];
            chart.plotting_area().draw(&Rectangle::new(column, BAR.filled()))?;
        }
        Ok(())
    }
}

/// The middle of a bin.
fn middle(at: usize) -> i32 {
    at as i32 * BIN + BIN / 2
}

/// What one bin is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    /// The unit as the heading of a column.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Minute => "Minute",
            Unit::Hour => "Hour",
            Unit::Day => "Day",
            Unit::Week => "Week",
            Unit::Month => "Month",
            Unit::Year => "Year",
        }
    }

    /// Distances between labels, in bins, that are easy to count.
    fn steps(self) -> &'static [usize] {
        match self {
            Unit::Minute => &[1, 2, 5, 10, 15, 30, 60],
            Unit::Hour => &[1, 2, 3, 6, 12, 24, 48, 72],
            Unit::Day => &[1, 2, 7, 14, 28],
            Unit::Week => &[1, 2, 4, 8, 13, 26],
            Unit::Month => &[1, 2, 3, 6, 12, 24, 36, 60],
            Unit::Year => &[1, 2, 5, 10, 20, 50],
        }
    }

    /// The smallest step that is at least `least`.
    pub fn step(self, least: usize) -> usize {
        self.steps().iter().copied().find(|&step| step >= least).unwrap_or(least)
    }

    /// How the name of a bin ends that starts a larger unit: an hour, a day, a year, a decade.
    pub fn round(self) -> Option<&'static str> {
        match self {
            Unit::Minute => Some(":00"),
            Unit::Hour => Some(" 00:00"),
            Unit::Month => Some("-01"),
            Unit::Year => Some("0"),
            Unit::Day | Unit::Week => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::policy;
    use super::*;

    fn bins(names: impl IntoIterator<Item = String>) -> Vec<Share> {
        names.into_iter().map(|name| Share { name, count: 1 }).collect()
    }

    fn all(bins: &[Share]) -> u64 {
        bins.iter().fold(0, |all: u64, bin| all.saturating_add(bin.count))
    }

    fn months(first: u32, count: u32) -> Vec<Share> {
        let name = |at| format!("{}-{:02}", at / 12, at % 12 + 1);
        bins((first..first + count).map(name))
    }

    fn labelled(unit: Unit, bins: &[Share], width: i32) -> Vec<&str> {
        let timeline =
            Timeline { id: "time", caption: "Finds", unit, bins, of: all(bins), note: None };
        let labelled = Axis::of(&timeline, width * PIXEL).labelled();
        labelled.into_iter().map(|at| bins[at].name.as_str()).collect()
    }

    fn figure(unit: Unit, bins: &[Share], note: Option<&str>) -> String {
        let caption = "Finds over time";
        let figure = Timeline { id: "time", caption, unit, bins, of: all(bins), note }.figure();
        policy::check(&figure);
        figure
    }

    #[test]
    fn labels_are_few_and_round() {
        let ten_years = months(2014 * 12 + 3, 120);
        assert_eq!(
            labelled(Unit::Month, &ten_years, 380),
            ["2015-01", "2017-01", "2019-01", "2021-01", "2023-01"]
        );
        assert_eq!(labelled(Unit::Month, &ten_years, 1080).len(), 9);
        assert_eq!(labelled(Unit::Month, &ten_years[..1], 380), ["2014-04"]);
        let hours = bins((0..30).map(|at| format!("2024-05-0{} {:02}:00", at / 24 + 1, at % 24)));
        let labels = ["2024-05-01 12:00", "2024-05-02 00:00"];
        assert_eq!(labelled(Unit::Hour, &hours, 380), labels);
        let years = bins((1993..2027).map(|year| year.to_string()));
        assert_eq!(
            labelled(Unit::Year, &years, 380),
            ["1995", "2000", "2005", "2010", "2015", "2020", "2025"]
        );
    }

    #[test]
    fn labels_do_not_touch() {
        for (count, width) in (1..=120).flat_map(|count| [380, 1080].map(|width| (count, width))) {
            let days =
                bins((0..count).map(|day| format!("2024-{:02}-{:02}", day / 28 + 1, day % 28 + 1)));
            let timeline = Timeline {
                id: "",
                caption: "",
                unit: Unit::Day,
                bins: &days,
                of: all(&days),
                note: None,
            };
            let axis = Axis::of(&timeline, width * PIXEL);
            let labelled = axis.labelled();
            assert!(!labelled.is_empty());
            for pair in labelled.windows(2) {
                let between = (pair[1] - pair[0]) as f64 * axis.pitch();
                assert!(between > f64::from(svg::drawn_width("2024-05-01")), "{count} {width}");
            }
        }
    }

    #[test]
    fn a_timeline_is_drawn_twice_with_one_table() {
        let mut months = months(2024 * 12, 14);
        months[3].count = 1_234;
        months[4].count = 0;
        let figure = figure(Unit::Month, &months, Some("12 finds have no date & time"));
        for class in ["broad", "narrow"] {
            let opening = format!("<svg class=\"{class}\" viewBox=");
            assert_eq!(figure.matches(&opening).count(), 1, "{figure}");
        }
        let label = "Finds over time: 2024-01 to 2025-02, most in 2024-04: 1,234";
        assert_eq!(figure.matches(label).count(), 2, "{figure}");
        assert_eq!(figure.matches("fill=\"#010101\"").count(), 2 * 13);
        assert!(figure.contains("<p>12 finds have no date &amp; time</p>"), "{figure}");
        assert!(figure.contains("<th scope=\"row\">2024-04</th><td>1,234</td><td>99.0%</td>"));
        assert!(!figure.contains("<th scope=\"row\">2024-05</th>"), "{figure}");
    }

    #[test]
    fn no_time_and_one_time_are_shown_too() {
        let none = figure(Unit::Year, &[], Some("No message has a date."));
        assert!(none.contains("<p>none</p><p>No message has a date.</p></figure>"), "{none}");
        let one = figure(Unit::Year, &bins(["2024".to_owned()]), None);
        assert!(one.contains("aria-label=\"Finds over time: 1 in 2024\""), "{one}");
    }

    #[test]
    fn counts_of_any_size_are_drawn() {
        for count in [0, 1, 3, u64::MAX / 2, u64::MAX] {
            let mut years = bins((2000..2010).map(|year| year.to_string()));
            years[4].count = count;
            let figure = figure(Unit::Year, &years, None);
            let columns = figure.split("<rect ").filter(|rect| rect.contains("#010101"));
            let heights: Vec<i32> =
                columns.map(|c| policy::attribute(c, "height").parse().unwrap()).collect();
            let tallest = heights.iter().max();
            assert!(heights.iter().all(|&height| height >= PIXEL - 1), "{count}: {heights:?}");
            assert_eq!(tallest, Some(&1_859), "{count}");
        }
    }
}
