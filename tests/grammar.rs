//! The grammar against the documents.

mod kit;

use serde_json::Value;
use urisift::{Edition, Uri};

#[test]
fn editions() {
    let Some(text) = kit::shared_file("vectors/editions.jsonl") else { return };
    let mut bad = 0;
    for line in text.lines() {
        let v: Value = serde_json::from_str(line).unwrap();
        let uri = v["uri"].as_str().unwrap();
        let want: Vec<&str> =
            v["conforms"].as_array().unwrap().iter().map(|e| e.as_str().unwrap()).collect();
        let got: Vec<&str> = Edition::ALL
            .into_iter()
            .filter(|e| Uri::parse_in(uri, *e).is_ok())
            .map(Edition::name)
            .collect();
        if want != got {
            bad += 1;
            eprintln!("{uri}: want {want:?} got {got:?}");
            for e in Edition::ALL {
                if let Err(f) = Uri::parse_in(uri, e) {
                    eprintln!("  {e}: {}", f.show(uri));
                }
            }
        }
    }
    assert_eq!(bad, 0);
}
