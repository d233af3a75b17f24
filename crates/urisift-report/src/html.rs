//! The frame of the page: what is the same in every page, and what may run in it; and the totals and problems.
//!
//! The browser may run nothing but this one script, and may not send any request (Content Security
//! Policy, Level 3).

use std::io;
use std::time::Duration;

use serde_json::json;

use super::charts::{self, escaped};
use super::counts::{Chosen, Counts};
use crate::aggregate::Stats;
use crate::found::Wrapper;
use crate::record::{Sink, grouped, size};
use crate::span::PartLocation;

const SKELETON: &str = include_str!("assets/page.html");
const STYLE: &str = concat!(
    include_str!("assets/page.css"),
    include_str!("assets/tools.css"),
    include_str!("assets/table.css"),
    include_str!("assets/detail.css"),
    include_str!("assets/narrow.css")
);

/// The files of the script in one.
macro_rules! script {
    ($($name:literal)+) => {
        concat!(
            "'use strict';\n(() => {\n",
            $(include_str!(concat!("assets/script/", $name, ".js")), "\n",)+
            "})();\n"
        )
    };
}

/// The script: one function, so that nothing of it is global.
const SCRIPT: &str = script!(
    "text" "data" "columns" "dimensions" "state" "filter" "facets" "timeline" "groups" "changes" "views" "table"
    "keys" "detail" "places" "export" "start"
);

/// SHA-256 of the script and the style, by which the policy names them. A test prints them after a change.
const SCRIPT_HASH: &str = "sha256-uEkhsCWYjJJj4D1sIklT/xIuH1cKprx3Vv4yoCPk5iU=";
const STYLE_HASH: &str = "sha256-hgT4MRVE7JLo3xiUzkNMnbx9+CqqE6VjgrgtoCIQHJM=";

/// Start and end of a mark in the skeleton, which is replaced.
const MARK: (&str, &str) = ("<!--urisift:", "-->");

/// The version of the data format.
const VERSION: u32 = 4;

/// Writes what precedes the content of the body.
pub(super) fn write_head(title: &str, out: &mut dyn Sink) -> io::Result<()> {
    let style = format!("{STYLE}{}", charts::STYLE);
    let name = charts::escaped(title);
    let title = if name.is_empty() { name } else { format!("{name} – ") } + "link report";
    let policy = format!(
        "default-src 'none'; script-src '{SCRIPT_HASH}'; style-src '{STYLE_HASH}'; \
             base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; \
             trusted-types 'none'"
    );
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let style = format!("<style>{style}</style>");
    let filled = [("title", &*title), ("csp", &policy), ("style", &style)];
    out.take(fill(skeleton()[0], &filled).as_bytes())
}

/// Writes the totals, the charts, and the metadata for the script.
pub(super) fn write_body(
    facts: &str,
    charts: &str,
    meta: &str,
    out: &mut dyn Sink,
) -> io::Result<()> {
    out.take(facts.as_bytes())?;
    out.take(fill(skeleton()[1], &[("charts", charts), ("meta", meta)]).as_bytes())
}

/// Writes what follows the data.
pub(super) fn write_end(out: &mut dyn Sink) -> io::Result<()> {
    let script = format!("<script>{SCRIPT}</script>");
    out.take(fill(skeleton()[2], &[("script", &script)]).as_bytes())
}

/// The skeleton before the facts, between them and the data, and after the data.
fn skeleton() -> [&'static str; 3] {
    let (head, rest) = SKELETON.split_once("<!--urisift:facts-->").unwrap_or_default();
    let (body, end) = rest.split_once("<!--urisift:data-->").unwrap_or_default();
    [head, body, end]
}

/// Fills each mark in a piece of the skeleton; inserted text is not scanned again.
fn fill(piece: &str, filled: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (at, rest) in piece.split(MARK.0).enumerate() {
        let (name, rest) =
            if at == 0 { ("", rest) } else { rest.split_once(MARK.1).unwrap_or_default() };
        let text = filled.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        out.push_str(text.unwrap_or_default());
        out.push_str(rest);
    }
    out
}

/// The metadata for the script. None of it comes from the input.
pub(super) fn meta(counts: &Counts, rows: &[Chosen], most: u64) -> String {
    let cautions: Vec<_> = counts
        .verdicts
        .caution_kinds
        .iter()
        .map(|kind| [kind.label(), kind.description()])
        .collect();
    let meta = json!({
        "version": VERSION,
        "rows": rows.len(),
        "distinct": counts.verdicts.distinct,
        "finds": counts.stats.finds,
        "places": most,
        "compared": counts.comparison.is_some(),
        "kept": rows.iter().map(|row| row.count.min(most)).sum::<u64>(),
        "rules": counts.verdicts.rules,
        "cautions": cautions,
        "wrappers": Wrapper::ALL.map(Wrapper::name),
        "stands": PartLocation::ALL.map(PartLocation::name),
    });
    // Nothing in it may end the element.
    let meta = meta.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"meta\">{meta}</script>\n")
}

/// The totals and the problems, as the page shows them.
pub(super) fn facts(counts: &Counts, time: Duration) -> String {
    let Stats { sources, broken, bytes, finds, .. } = counts.stats;
    let files = match broken {
        0 => grouped(sources),
        broken => format!("{}, {} not whole", grouped(sources), grouped(broken)),
    };
    let read = if bytes < 1024 { format!("{bytes} bytes") } else { size(bytes as f64) };
    let facts = [
        ("finds", grouped(finds)),
        ("distinct URIs", grouped(counts.verdicts.distinct)),
        ("hosts", grouped(counts.hosts.top.all)),
        ("domains", grouped(counts.domains.top.all)),
        ("with cautions", grouped(counts.verdicts.careful)),
        ("invalid", grouped(counts.verdicts.invalid)),
        ("messages", grouped(counts.messages)),
        ("files", files),
        ("read", read),
        ("time", format!("{:.2} s", time.as_secs_f64())),
    ];
    let row = |(name, value): &(&str, String)| {
        format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(value))
    };
    let facts: String = facts.iter().map(row).collect();
    let Counts { comparison, changes, domains, problems, .. } = counts;
    let compared = comparison.as_ref().map(|inputs| inputs.summary(changes, &domains.changes));
    let (compared, problems) = (compared.unwrap_or_default(), problems.list());
    format!("{compared}<dl class=\"facts\">{facts}</dl>\n{problems}")
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    struct Written(Vec<u8>);

    impl Sink for Written {
        fn take(&mut self, records: &[u8]) -> io::Result<()> {
            self.0.extend_from_slice(records);
            Ok(())
        }
    }

    fn page(title: &str, facts: &str) -> String {
        let mut out = Written(Vec::new());
        write_head(title, &mut out).unwrap();
        write_body(facts, "CHARTS", "META", &mut out).unwrap();
        write_end(&mut out).unwrap();
        String::from_utf8(out.0).unwrap()
    }

    #[test]
    fn every_mark_is_filled_and_nothing_that_fills_one_is_a_mark() {
        let page = page("</title><!--urisift:script-->", "<!--urisift:script-->");
        assert_eq!(page.matches(MARK.0).count(), 1, "only the one that was given as facts");
        assert!(page.contains("<title>&lt;/title&gt;&lt;!--urisift:script--&gt; – link report"));
        for text in ["CHARTS", "META", "Content-Security-Policy", "<style>", "<script>"] {
            assert_eq!(page.matches(text).count(), 1, "{text}");
        }
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    }

    #[test]
    fn the_policy_names_this_script_and_this_style() {
        let hash = |text: &str| format!("sha256-{}", STANDARD.encode(Sha256::digest(text)));
        assert_eq!(SCRIPT_HASH, hash(SCRIPT));
        assert_eq!(STYLE_HASH, hash(&format!("{STYLE}{}", charts::STYLE)));
    }

    #[test]
    fn the_script_cannot_end_itself() {
        for text in ["</script", "<!--", "<script"] {
            assert!(!SCRIPT.to_ascii_lowercase().contains(text), "{text}");
        }
        assert!(!STYLE.contains("</") && !charts::STYLE.contains("</"));
    }
}
