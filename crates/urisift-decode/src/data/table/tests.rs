use super::*;
use crate::core::mapped::Role;
use crate::testing::cases::assert_cases;
use crate::testing::{UNCUT, entered, in_steps, stands_all_cuts};

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
    assert_cases("data/tables", |[name, table]| {
        let format = if name == b"CSV" { &CSV } else { &TSV };
        let table = str::from_utf8(table).unwrap();
        stands_all_cuts(format, table.as_bytes());
        in_steps(|step| read(format, table, step))
    });
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
