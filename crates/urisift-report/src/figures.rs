//! The charts of the page.

use super::charts::{Bar, Bars, Others, Timeline};
use super::counts::Counts;
use super::histogram::Histogram;
use super::top::Top;
use crate::aggregate::Share;
use crate::record::grouped;

/// At most this many names per chart.
pub(super) const NAMES: usize = 10;

/// All charts.
pub(super) fn all(counts: &Counts) -> String {
    let finds = counts.stats.finds;
    let mut wrappers = counts.stats.wrappers();
    wrappers.push(Share { name: "broken over lines".to_owned(), count: counts.folded });
    wrappers.retain(|share| share.count > 0);
    let mut cautions: Vec<_> = (counts.cautions.iter())
        .map(|(kind, count)| Share { name: kind.name().to_owned(), count: *count })
        .collect();
    cautions.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let charts = [
        of_shares("schemes", "Schemes", "scheme", Some("scheme"), counts.stats.schemes(), finds),
        of_names("hosts", "Top hosts", "host", &counts.hosts, finds),
        of_names("domains", "Top domains", "domain", &counts.domains, finds),
        timeline(&counts.times, finds),
        of_shares("wrappers", "Wrappers, and folded URIs", "written", None, wrappers, finds),
        of_shares(
            "faults",
            "Invalid finds, by rule",
            "rule",
            Some("rule"),
            counts.stats.faults(),
            finds,
        ),
        of_shares("cautions", "Cautions", "caution", Some("caution"), cautions, finds),
    ];
    charts.concat()
}

fn of_shares(
    id: &str,
    caption: &str,
    heading: &str,
    filter: Option<&str>,
    shares: Vec<Share>,
    of: u64,
) -> String {
    let (shown, rest) = shares.split_at(shares.len().min(NAMES));
    let bars: Vec<_> =
        shown.iter().map(|share| Bar { name: share.name.clone(), count: share.count }).collect();
    let count = rest.iter().map(|share| share.count).sum();
    let others = (count > 0).then_some(Others { names: rest.len() as u64, count });
    Bars { id, caption, heading, filter, bars: &bars, of, others }.figure()
}

/// A chart of hosts or domains.
fn of_names(id: &str, caption: &str, heading: &str, top: &Top<Vec<u8>>, of: u64) -> String {
    let name = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let bars: Vec<_> =
        top.sorted().iter().map(|top| Bar { name: name(&top.what), count: top.count }).collect();
    let shown: u64 = bars.iter().map(|bar| bar.count).sum();
    let (names, count) = (top.all - bars.len() as u64, top.sum - shown);
    let others = (names > 0).then_some(Others { names, count });
    Bars { id, caption, heading, filter: Some(heading), bars: &bars, of, others }.figure()
}

fn timeline(times: &Histogram, of: u64) -> String {
    let Some((unit, bins)) = times.bins() else { return String::new() };
    let unknown = match times.unknown {
        0 => String::new(),
        1 => " 1 find has none that can be read.".to_owned(),
        count => format!(" {} finds have none that can be read.", grouped(count)),
    };
    let note =
        format!("By the dates of messages and records, and the stamps of lines, in UTC.{unknown}");
    let caption = format!("Finds by {}", unit.name().to_lowercase());
    Timeline { id: "time", caption: &caption, unit, bins: &bins, of, note: Some(&note) }.figure()
}
