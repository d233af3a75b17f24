//! What the start of its line says of a find in a message.

/// How the names of the fields of mailing lists start (RFC 2369, RFC 2919, RFC 8058).
const LIST: &[u8] = b"List-";

/// How many blanks may be before a mark of quotation, and after it.
const BLANKS: usize = 3;

/// Returns `true` if the start of a line is of a field of a mailing list. A folded field continues with a URI in angle
/// brackets, which is how those fields write them (RFC 2369 2).
pub(super) fn of_list(front: &[u8]) -> bool {
    let is_folded = front.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    match is_folded {
        true => front.trim_ascii_start() == b"<",
        false => front.get(..LIST.len()).is_some_and(|name| name.eq_ignore_ascii_case(LIST)),
    }
}

/// How many marks of quotation a line starts with (RFC 3676 4.5), some of them after blanks; `None` if there is none. The
/// one that a mailbox puts before `From ` is not such a mark (RFC 4155).
pub(super) fn quote_depth(front: &[u8]) -> Option<u32> {
    let (mut depth, mut rest) = (0, front);
    loop {
        let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        let Some(after) = rest[blanks..].strip_prefix(b">").filter(|_| blanks <= BLANKS) else {
            break;
        };
        (depth, rest) = (depth + 1, after);
    }
    depth -= u32::from(depth > 0 && rest.starts_with(b"From "));
    (depth > 0).then_some(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_mailing_lists() {
        for (front, is_one) in [
            ("List-Post: <", true),
            ("list-help: <", true),
            ("\t<", true),
            ("X-Url: ", false),
            ("  * ", false),
            ("", false),
        ] {
            assert_eq!(of_list(front.as_bytes()), is_one, "{front}");
        }
    }

    #[test]
    fn marks_of_quotation() {
        for (front, depth) in [
            ("> a ", Some(1)),
            (">", Some(1)),
            (" >> > a", Some(3)),
            (">>From a ", Some(1)),
            (">From a ", None),
            ("> From a ", Some(1)),
            ("a > ", None),
            ("     > ", None),
            ("<", None),
            ("", None),
        ] {
            assert_eq!(quote_depth(front.as_bytes()), depth, "{front}");
        }
    }
}
