use super::*;
use crate::core::mapped::Role;
use crate::testing::{UNCUT, entered, stands_all_cuts};

/// The text of a table, with a bar for each border, and the columns named before it in braces.
fn read(format: &Table, table: &str, step: usize) -> String {
    let all = entered(format, table.as_bytes(), step);
    assert_eq!(all.problems, [""; 0]);
    let [seen] = &all.texts[..] else { panic!("{:?}", all.shown()) };
    assert_eq!(seen.path, format.name);
    let mut columns = seen.links.iter().inspect(|link| assert_eq!(link.role, Role::Column));
    let mut shown = String::new();
    let mut is_in_value = false;
    for char in String::from_utf8_lossy(&seen.text).chars() {
        if char != '\u{1f}' {
            shown.push(char);
            continue;
        }
        is_in_value = !is_in_value;
        match is_in_value {
            true => shown.push_str(&format!("{{{}|", columns.next().unwrap().name)),
            false => shown.push_str("|}"),
        }
    }
    assert!(columns.next().is_none());
    shown
}

#[test]
fn cells_that_may_hold_uris_are_values_of_their_columns() {
    for (format, table, expected) in [
        (&CSV, "", ""),
        (&CSV, "name,url\na,x:b\n", "name,url\na,{url|x:b|}\n"),
        (&CSV, "name;url\r\na; x:b \r\n", "name;url\r\na; {url|x:b|} \r\n"),
        (&CSV, "a,b\nc,\"x:d, \"\"e\"\"\"\n", "a,b\nc,\"{b|x:d, \"e\"|}\"\n"),
        // A line break in quotes, and text after them.
        (&CSV, "a,b\n\"c\nd\",e\n", "a,b\n\"{a|c\nd|}\",e\n"),
        (&CSV, "a,b\n\"c\nx:d\ne\",f:g\n", "a,b\n\"{a|c\nx:d\ne|}\",{b|f:g|}\n"),
        (&CSV, "a,b\n\"x:c\"d,e@f", "a,b\n\"{a|x:c|}\"d,{b|e@f|}"),
        // No header: columns have numbers.
        (&CSV, "1,x:a\n2,x:b\n", "1,{2|x:a|}\n2,{2|x:b|}\n"),
        (&CSV, "a,b\nc,d,x:e\n", "a,b\nc,d,{3|x:e|}\n"),
        // Titles before the header.
        (&CSV, "Of x: all\n\na,b\nx:c,d\ne,f\n", "Of x: all\n\na,b\n{a|x:c|},d\ne,f\n"),
        (&CSV, "a,b\n\"\"\"c\"\" x:d\",e\n", "a,b\n\"{a|\"c\" x:d|}\",e\n"),
        (&CSV, "a,b\n\"\"\"c\"\"\",\"\"\n", "a,b\n\"\"c\"\",\"\"\n"),
        // What a number holds is no host.
        (&CSV, "a,b,c\n1.5,d.e,f.\n", "a,b,c\n1.5,{b|d.e|},f.\n"),
        (&CSV, "a\tb\nc\tx:d,e\n", "a\tb\nc\t{b|x:d,e|}\n"),
        (&TSV, "a\tb\n\"c\tx:d\n\"e\tx:f\"\n", "a\tb\n\"c\t{b|x:d|}\n\"{a|e\tx:f|}\"\n"),
    ] {
        for step in [1, 2, 3, UNCUT] {
            assert_eq!(read(format, table, step), expected, "{table:?}");
        }
        stands_all_cuts(format, table.as_bytes());
    }
}

/// A row may be longer than what is read of it at once.
#[test]
fn long_rows() {
    let long = "x".repeat(syntax::MAX_UNIT);
    let table = format!("a,b\n{long},x:c\n\"{long}\"\"{long}\",y:d\n");
    let expected = format!("a,b\n{{a|{long}|}},{{b|x:c|}}\n\"{{a|{long}\"{long}|}}\",{{b|y:d|}}\n");
    let short = |text: &str| text.replace(&long, "…");
    assert_eq!(short(&read(&CSV, &table, UNCUT)), short(&expected));
    assert!(read(&CSV, &table, 777) == expected);
    let quotes = "\"".repeat(3 * syntax::MAX_UNIT);
    assert_eq!(read(&CSV, &quotes, UNCUT), read(&CSV, &quotes, 777));
}
