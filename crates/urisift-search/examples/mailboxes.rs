//! Who links where: for each host, how many messages of a folder of mailboxes link to it.
//!
//! ```sh
//! cargo run --release -p urisift-search --example mailboxes -- ~/Mail
//! ```

use std::collections::{BTreeMap, BTreeSet};

use urisift_search::{BodyForm, Patterns, Search};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let search = Search::builder()
        .paths(std::env::args_os().skip(1))
        .input_format("mbox")
        .include(Patterns::new().scheme("http").scheme("https"))
        .prefer(BodyForm::Text)
        .build()?;
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for found in search {
        match found {
            Ok(record) => {
                let Ok(uri) = record.found.parse() else { continue };
                let host = uri.host().unwrap_or_default().to_lowercase();
                let message = record.part.and_then(|part| part.message);
                let id = message.and_then(|message| message.id.clone());
                messages.entry(host).or_default().insert(id.unwrap_or_default());
            }
            Err(problem) => eprintln!("{problem}"),
        }
    }
    for (host, messages) in messages {
        println!("{:6} {host}", messages.len());
    }
    Ok(())
}
