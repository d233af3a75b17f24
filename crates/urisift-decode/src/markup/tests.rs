use super::*;
use crate::core::message::MessageFields;
use crate::registry::{FORMATS, named};
use crate::testing::cases::{assert_cases, or_dash, pieces};
use crate::testing::{Random, UNCUT, entered, in_steps, stands_all_cuts};

/// The text, in reads of any size: a bar stands for a border, `<name value>` for a link, and `{client status}` for a
/// message.
fn read(dialect: &dyn Format, text: &[u8]) -> String {
    stands_all_cuts(dialect, text);
    in_steps(|step| {
        let all = entered(dialect, text, step);
        let [seen] = &all.texts[..] else { panic!("{:?}", all.shown()) };
        assert_eq!(seen.path, dialect.name());
        let mut links = seen.links.iter();
        let mut shown = String::new();
        for char in String::from_utf8_lossy(&seen.text).chars() {
            match char {
                '\u{1f}' => shown.push('|'),
                '\0' => {
                    let link = links.next().unwrap();
                    shown.push_str(&match &link.message {
                        None => format!("<{} {}>", link.name, String::from_utf8_lossy(&link.value)),
                        Some(message) => {
                            let MessageFields { client, status, .. } = message.fields();
                            let [client, status] =
                                [client.clone(), status.map(|it| it.to_string())];
                            format!("{{{} {}}}", or_dash(client), or_dash(status))
                        }
                    });
                }
                _ => shown.push(char),
            }
        }
        assert!(links.next().is_none());
        shown
    })
}

#[test]
fn references_of_all_dialects() {
    assert_cases("markup/references", |[name, text]| {
        read(named(str::from_utf8(name).unwrap()).unwrap(), text)
    });
}

/// Formats of text that are known by the name of a file.
fn dialects() -> impl Iterator<Item = &'static dyn Format> {
    let is_named = |format: &&dyn Format| !format.extensions().is_empty();
    FORMATS
        .iter()
        .copied()
        .filter(is_named)
        .filter(|format| !["br", "wacz"].contains(&format.name()))
}

#[test]
fn any_text_is_the_same_for_all_cuts() {
    let all = pieces("markup/pieces");
    let mut random = Random::default();
    for dialect in dialects() {
        for _ in 0..25 {
            let count = random.below(24);
            let pieces = (0..count).map(|_| all[random.below(all.len())].as_str());
            let text = pieces.collect::<String>();
            stands_all_cuts(dialect, text.as_bytes());
        }
    }
}

#[test]
fn hostile_text_takes_linear_time() {
    for piece in pieces("markup/pieces") {
        let text = piece.repeat((1 << 14) / piece.len());
        for dialect in dialects() {
            let all = entered(dialect, text.as_bytes(), UNCUT);
            assert_eq!(all.problems, [""; 0]);
        }
    }
}
