//! Finds the URIs in a text in memory: where each one stands, what it is, and whether it is valid.
//!
//! ```sh
//! cargo run --example find
//! cargo run --example find -- 'See <http://a.example/b>, or news:comp.lang.c.'
//! ```

/// The first URI is broken over two lines, the second one has a port that is no number.
const TEXT: &str = "\
It is under <http://www.w3.org/
  Addressing/>, and at http://a.example:8o/b. Write to (mailto:ada@a.example).";

fn main() {
    let text = std::env::args().nth(1).unwrap_or_else(|| TEXT.to_owned());

    for found in urisift::find_iter(text.as_bytes()) {
        // Any bytes can be searched, so a URI is bytes too.
        let uri = String::from_utf8_lossy(found.uri());
        print!("{:>7} {:<8} {uri}", found.span().to_string(), found.wrapper().name());
        match found.validate() {
            Ok(()) => println!(),
            Err(fault) => println!("  ({fault})"),
        }

        // The span covers the URI as it stands in the text, line breaks included.
        let span = found.span();
        assert_eq!(&text.as_bytes()[span.start as usize..span.end as usize], found.raw());
    }
}
