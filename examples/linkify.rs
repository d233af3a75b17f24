//! Turns plain text into HTML in which the URIs are links. Only a URI that is valid, has a scheme that opens a page
//! or writes a message, and gives no cause for caution becomes a link; everything else stays text.
//!
//! ```sh
//! echo 'See www.a.example/?b&c, not <javascript:alert(1)>.' | cargo run --example linkify
//! ```

use std::io;

use urisift::{Extractor, Segment};

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    print!("{}", linkified(&text));
    Ok(())
}

fn linkified(text: &str) -> String {
    let extractor = Extractor::builder().www(true).email(true).build();
    extractor.segments(text).map(|segment| html(&segment)).collect()
}

fn html(segment: &Segment<'_>) -> String {
    let text = escaped(segment.as_str());
    let Segment::Uri(found) = segment else { return text };
    match found.href() {
        Some(href) => format!("<a href=\"{}\">{text}</a>", escaped(&href)),
        None => text,
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
