//! Turns plain text into HTML in which the URIs are links. Only a URI that is valid, has one of a few schemes,
//! and gives no cause for caution becomes a link; everything else stays text.
//!
//! ```sh
//! echo 'See www.a.example/?b&c, not <javascript:alert(1)>.' | cargo run --example linkify
//! ```

use std::io;

use urisift::{CautionKind, Extractor, Found, Options};

/// What a click may do: open a page, or write a message.
const SCHEMES: [&str; 4] = ["http", "https", "ftp", "mailto"];

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    print!("{}", linkified(&text));
    Ok(())
}

fn linkified(text: &str) -> String {
    let mut options = Options::default();
    options.www = true;
    let mut html = String::new();
    let mut done = 0;
    for found in Extractor::new(options).find_iter(text.as_bytes()) {
        let Some(href) = href(&found) else { continue };
        let (start, end) = (found.span().start as usize, found.span().end as usize);
        html += &escaped(&text[done..start]);
        html += &format!("<a href=\"{}\">{}</a>", escaped(&href), escaped(&text[start..end]));
        done = end;
    }
    html + &escaped(&text[done..])
}

/// What the link refers to, or `None` if it must not be a link.
fn href(found: &Found<'_>) -> Option<String> {
    found.verdict().ok()?;
    // A second way to read the text is no danger; a host that poses as another one is.
    if found.cautions().iter().any(|caution| caution.kind != CautionKind::OneOfTwoReadings) {
        return None;
    }
    let uri = str::from_utf8(found.uri()).ok()?;
    match str::from_utf8(found.scheme()).ok()? {
        // "www.a.example"
        "" => Some(format!("https://{uri}")),
        scheme => {
            SCHEMES.iter().any(|one| one.eq_ignore_ascii_case(scheme)).then(|| uri.to_owned())
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
