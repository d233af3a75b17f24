//! The charts of the page.

use super::charts::{Bars, Timeline};
use super::counts::{Counts, NAMES, Top};
use super::histogram::Histogram;
use crate::aggregate::Share;
use crate::record::grouped;

/// All charts; none if nothing was found.
pub(super) fn all(counts: &Counts) -> String {
    let of = counts.stats.finds;
    if of == 0 {
        return String::new();
    }
    let mut wrappers = counts.stats.wrappers();
    wrappers.push(Share { name: "broken over lines".to_owned(), count: counts.folded });
    wrappers.retain(|share| share.count > 0);
    let share = |name: &str, count: u64| Share { name: name.to_owned(), count };
    let cautions = counts.verdicts.cautions.iter().map(|(kind, count)| share(kind.label(), *count));
    let mut cautions: Vec<_> = cautions.collect();
    cautions.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let figure = |id, caption, heading, largest: Largest| {
        let Largest { bars, others } = largest;
        Bars { id, caption, heading, bars: &bars, of, others }.figure()
    };
    let charts = [
        figure("schemes", "Schemes", "scheme", counts.stats.schemes().into()),
        figure("hosts", "Top hosts", "host", Largest::of(&counts.hosts.top)),
        figure("domains", "Top domains", "domain", Largest::of(&counts.domains.top)),
        timeline(&counts.times, of),
        figure("wrappers", "Wrappers, and folded URIs", "written", wrappers.into()),
        figure("faults", "Invalid finds, by rule", "rule", counts.stats.faults().into()),
        figure("cautions", "Cautions", "caution", cautions.into()),
    ];
    charts.concat()
}

/// The most frequent names, and the sum of the others, if there are any.
struct Largest {
    bars: Vec<Share>,
    others: Option<Share>,
}

impl Largest {
    /// The hosts or domains that were kept.
    fn of(top: &Top<Vec<u8>>) -> Self {
        let name = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let bars = top.sorted().into_iter();
        let bars = bars.map(|top| Share { name: name(&top.what), count: top.count }).collect();
        Largest::with_others(bars, top.all, top.sum)
    }

    /// These of `all` names with that sum of counts.
    fn with_others(bars: Vec<Share>, all: u64, sum: u64) -> Self {
        let names = all - bars.len() as u64;
        let count = sum - bars.iter().map(|bar| bar.count).sum::<u64>();
        let other = if names == 1 { "other" } else { "others" };
        let share = || Share { name: format!("{} {other}", grouped(names)), count };
        Largest { bars, others: (names > 0).then(share) }
    }
}

impl From<Vec<Share>> for Largest {
    /// The first of all shares, which are sorted.
    fn from(mut shares: Vec<Share>) -> Self {
        let (all, sum) = (shares.len() as u64, shares.iter().map(|share| share.count).sum());
        shares.truncate(NAMES);
        Largest::with_others(shares, all, sum)
    }
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
