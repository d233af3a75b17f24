//! Schemes whose URIs are numbers: tel (RFC 3966), sms (RFC 5724), geo (RFC 5870) …

use super::ProseRule;

pub(super) const RULES: &[ProseRule] = &[
    ProseRule { names: &["tel", "sms"], accepts: telephone },
    ProseRule { names: &["fax", "modem"], accepts: global },
    ProseRule { names: &["geo"], accepts: place },
    ProseRule { names: &["oid"], accepts: object_identifier },
];

/// Digits and visual separators (RFC 3966 3), at least three digits of them, before any parameter.
fn telephone(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| b";?".contains(b)).unwrap_or(rest.len());
    let number = &rest[..end];
    let global = number.first() == Some(&b'+');
    let digits = number.iter().filter(|b| b.is_ascii_digit()).count();
    let first =
        number.get(usize::from(global)).is_some_and(|b| b.is_ascii_digit() || b"(*#".contains(b));
    let allowed = |b: &u8| b.is_ascii_digit() || b"+-.()*#,%ABCDabcdpw".contains(b);
    first && digits >= 3 && number.iter().all(allowed)
}

/// A number with its country's code: "Fax:555-0100" is a line of a letter's head.
fn global(rest: &[u8]) -> bool {
    rest.starts_with(b"+") && telephone(rest)
}

/// Latitude and longitude with a comma between (RFC 5870 3.3).
fn place(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| b";?".contains(b)).unwrap_or(rest.len());
    let mut numbers = rest[..end].split(|&b| b == b',');
    let is_number = |n: &[u8]| {
        let n = n.strip_prefix(b"-").unwrap_or(n);
        n.first().is_some_and(u8::is_ascii_digit)
            && n.iter().all(|b| b.is_ascii_digit() || *b == b'.')
    };
    let count = rest[..end].split(|&b| b == b',').count();
    (2..=3).contains(&count) && numbers.all(is_number)
}

/// Numbers with dots between.
fn object_identifier(rest: &[u8]) -> bool {
    rest.split(|&b| b == b'.').count() > 2
        && rest
            .split(|&b| b == b'.')
            .all(|arc| !arc.is_empty() && arc.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telephone_number_has_digits() {
        assert!(telephone(b"+1-201-555-0123") && telephone(b"911") && telephone(b"+1(541)382"));
        assert!(telephone(b"7042;phone-context=example.com"));
        assert!(!telephone(b"+1") && !telephone(b"me") && !telephone(b"-1-2-3"));
    }

    #[test]
    fn a_place_has_two_numbers() {
        assert!(place(b"48.2010,16.3695,183") && place(b"-13.4,0;u=5"));
        assert!(!place(b"48.2") && !place(b"a,b") && !place(b"1,2,3,4"));
    }
}
