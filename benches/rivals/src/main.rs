//! rivals mail MAILBOX | lol FILE… | gum FILE…
//!
//! Prints links, one a line: those in the text of each part of the messages of a mailbox, by `mail-parser` and
//! `linkify`; or the values of `href` and `src` in pages, by `lol_html` or `html5gum`.

use std::error::Error;
use std::io::{self, BufReader, BufWriter, Write};
use std::{env, fs};

use linkify::{LinkFinder, LinkKind};
use lol_html::{HtmlRewriter, Settings, element};
use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{MessageParser, PartType};

type Output = BufWriter<io::StdoutLock<'static>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
    let mut arguments = env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    for path in arguments {
        match &*command {
            "mail" => mail(&path, &mut out)?,
            "lol" => lol(&fs::read(path)?, &mut out)?,
            "gum" => gum(&fs::read(path)?, &mut out)?,
            _ => return Err("rivals mail|lol|gum FILE…".into()),
        }
    }
    Ok(out.flush()?)
}

fn mail(path: &str, out: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]).url_must_have_scheme(true);
    for message in MessageIterator::new(BufReader::with_capacity(256 << 10, fs::File::open(path)?)) {
        let Ok(message) = message else { continue };
        let Some(message) = MessageParser::default().parse(message.contents()) else { continue };
        for part in &message.parts {
            if let PartType::Text(text) | PartType::Html(text) = &part.body {
                for link in finder.links(text) {
                    writeln!(out, "{}", link.as_str())?;
                }
            }
        }
    }
    Ok(())
}

fn lol(page: &[u8], out: &mut Output) -> Result<(), Box<dyn Error>> {
    let links = element!("[href],[src]", |element| {
        for name in ["href", "src"] {
            if let Some(value) = element.get_attribute(name) {
                writeln!(out, "{value}")?;
            }
        }
        Ok(())
    });
    let settings = Settings { element_content_handlers: vec![links], ..Settings::new() };
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page)?;
    Ok(rewriter.end()?)
}

fn gum(page: &[u8], out: &mut Output) -> Result<(), Box<dyn Error>> {
    for token in html5gum::Tokenizer::new(page) {
        let Ok(html5gum::Token::StartTag(tag)) = token else { continue };
        for name in [&b"href"[..], b"src"] {
            if let Some(value) = tag.attributes.get(name) {
                out.write_all(value)?;
                out.write_all(b"\n")?;
            }
        }
    }
    Ok(())
}
