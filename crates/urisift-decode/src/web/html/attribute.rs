//! Which attributes hold references, and in which form.

use memchr::{memchr2, memchr3};

use super::escaped;
use super::names::{Name, NameMap, key};
use urisift::internal::byteset::ByteSet;
use urisift::internal::grammar::scheme::is_scheme;

/// Bytes of which no URI consists, abbreviated or not, and no reference that may stand for one.
const NO_URI: ByteSet = ByteSet::range(0, 0xff).without(ByteSet::of(b":.@&"));

/// Returns `true` if there may be a URI in a value.
#[inline]
pub(super) fn may_have_uri(value: &[u8]) -> bool {
    !NO_URI.contains_all(value)
}

/// Like `may_have_uri`, of references in declarations, and URIs between them.
pub(super) fn may_have_reference(style: &[u8]) -> bool {
    memchr3(b'(', b'/', b'&', style).is_some() || memchr2(b'@', b'\\', style).is_some()
}

/// Returns `true` if an attribute yields something, or says something of its element. If not, a tag with a short name
/// is the same without it.
#[inline]
pub(super) fn matters(form: Option<Form>, key: u64, value: &[u8]) -> bool {
    match form {
        Some(Form::Silent) => escaped::is_label(key, value),
        Some(Form::Text) => may_have_uri(value) || escaped::is_label(key, value),
        _ => true,
    }
}

/// The form of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Never followed: mostly a name for programs.
    Silent,
    /// Anything else.
    Text,
    Reference,
    /// A reference if it has a scheme; otherwise mostly the name of a part of a package.
    Absolute,
    /// A reference that a script follows later, if it looks like one.
    Lazy,
    /// The base of the references that follow.
    Base,
    /// References separated by whitespace.
    Spaced,
    /// Like `Spaced`, or separated by commas (HTML 4.01, 13.3.2).
    Listed,
    /// Image candidates (HTML 4.8.4.2.1).
    Candidates,
    /// A delay, and where to go then (HTML 4.2.5.3).
    Refresh,
    /// Declarations (CSS Style Attributes).
    Style,
    /// Nested markup (HTML 4.8.5).
    Document,
}

/// The forms of short names in most elements.
const LISTS: &[(&[&str], Option<Form>)] = &[
    (&["class", "id", "name", "type", "rel", "charset"], Some(Form::Silent)),
    (&["href", "src", "action", "cite", "poster", "longdesc"], Some(Form::Reference)),
    (&["manifest", "icon", "lowsrc", "dynsrc"], Some(Form::Reference)),
    (&["xml:base"], Some(Form::Base)),
    (&["style"], Some(Form::Style)),
    (&["srcset"], Some(Form::Candidates)),
    (&["ping", "profile"], Some(Form::Spaced)),
    (&["data-src", "data-bg", "data-url"], Some(Form::Lazy)),
    (
        &["alt", "title", "width", "height", "value", "target", "onclick", "role", "lang"],
        Some(Form::Text),
    ),
    (OF_ELEMENT, None),
];
/// Those whose form depends on the element, and namespaces.
const OF_ELEMENT: &[&str] =
    &["content", "data", "classid", "codebase", "archive", "srcdoc", "body", "xmlns"];
static FORMS: NameMap<Option<Form>> = NameMap::of(LISTS);

const BASE: u64 = key(b"base");

/// The form of an attribute's value.
pub(super) fn form(tag: &Name, attribute: &Name) -> Form {
    let form = if is_common(tag.key()) { FORMS.get(attribute.key()).flatten() } else { None };
    form.unwrap_or_else(|| of_names(tag.text(), attribute.text()))
}

/// Returns `true` if an element whose name has that number gives attributes with short names the forms that most do.
#[inline]
pub(super) fn is_common(tag: u64) -> bool {
    !matches!(tag, 0 | BASE)
}

/// The form of an attribute by its name, and by the number of that: of any element with a short name but `base`.
/// `None` if it depends on the element. A text may be silent.
#[inline]
pub(super) fn of_most(key: u64, name: &[u8]) -> Option<Form> {
    match FORMS.get(key) {
        Some(form) => form,
        None if key != 0 && !name.contains(&b':') => Some(Form::Text),
        None if name.starts_with(b"data-") => Some(lazy(name)),
        None if name.starts_with(b"aria-") => Some(Form::Text),
        None => None,
    }
}

/// The form by both names in full.
fn of_names(tag: &[u8], attribute: &[u8]) -> Form {
    match attribute {
        // In a package of OPC it is the URI of what the relationship means.
        b"type" if tag == b"relationship" => Form::Text,
        b"target" if tag == b"relationship" => Form::Absolute,
        b"class" | b"id" | b"name" | b"type" | b"rel" | b"charset" | b"http-equiv" => Form::Silent,
        b"href" if tag == b"base" => Form::Base,
        b"xml:base" => Form::Base,
        b"href" | b"src" | b"action" | b"formaction" | b"cite" | b"poster" | b"background"
        | b"longdesc" | b"manifest" | b"icon" | b"lowsrc" | b"dynsrc" | b"xlink:href" => {
            Form::Reference
        }
        b"style" => Form::Style,
        b"srcset" | b"imagesrcset" => Form::Candidates,
        b"ping" | b"profile" => Form::Spaced,
        b"content" if tag == b"meta" => Form::Refresh,
        b"data" | b"classid" | b"codebase" | b"archive" => of_object(tag, attribute),
        b"srcdoc" if tag == b"iframe" => Form::Document,
        // In the dumps of Stack Exchange.
        b"body" if tag == b"row" => Form::Document,
        _ if attribute.starts_with(b"data-") => lazy(attribute),
        _ if is_namespace(attribute) => Form::Silent,
        _ => Form::Text,
    }
}

/// Attributes that hold what scripts put into others once it is seen.
fn lazy(attribute: &[u8]) -> Form {
    match attribute {
        b"data-src" | b"data-bg" | b"data-url" | b"data-href" | b"data-original"
        | b"data-lazy-src" | b"data-background" => Form::Lazy,
        b"data-srcset" | b"data-lazy-srcset" => Form::Candidates,
        _ => Form::Text,
    }
}

/// Bytes of a URI, or of a path from its first slash on; and of any other path, which an expression may look like.
const URI: ByteSet = ByteSet::range(b'!', b'~').without(ByteSet::of(b"<>\"'{}|"));
const PATH: ByteSet = URI.without(ByteSet::of(b"(),"));

/// Returns `true` if a value that any attribute might have is a reference: a URI, or a path to a file.
pub(super) fn is_path(value: &[u8]) -> bool {
    let value = value.trim_ascii();
    let scheme = memchr::memmem::find(value, b"://").map(|colon| &value[..colon]);
    let is_path = match value.starts_with(b"/") || scheme.is_some_and(is_scheme) {
        true => URI.contains_all(value),
        false => memchr2(b'.', b':', value).is_some() && PATH.contains_all(value),
    };
    is_path && value.iter().any(u8::is_ascii_alphabetic)
}

/// Those of `object` and `applet` (HTML 4.01, 13.3.2 and 13.4).
fn of_object(tag: &[u8], attribute: &[u8]) -> Form {
    match (tag, attribute) {
        (b"object" | b"applet", b"archive") => Form::Listed,
        (b"applet", b"data") => Form::Text,
        (b"object" | b"applet", _) => Form::Reference,
        _ => Form::Text,
    }
}

/// Returns `true` if it names a vocabulary, which is never followed.
fn is_namespace(attribute: &[u8]) -> bool {
    attribute == b"xmlns"
        || attribute.starts_with(b"xmlns:")
        || attribute.ends_with(b":schemalocation")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn short_names_are_the_same_in_full() {
        for tag in ["p", "a", "meta", "object", "applet", "iframe", "row", "link"] {
            for list in LISTS {
                let [mut name, mut of] = [Name::default(), Name::default()];
                of.set(tag.as_bytes());
                for attribute in list.0 {
                    name.set(attribute.as_bytes());
                    assert_eq!(form(&of, &name), of_names(of.text(), name.text()), "{attribute}");
                }
            }
        }
    }

    #[test]
    fn forms_of_most_elements() {
        let listed = LISTS.iter().flat_map(|list| list.0).copied();
        let others = ["for", "xml:lang", "xmlns:a", "data-href", "aria-label", "formaction"];
        let mut counts = [0; 2];
        for attribute in listed.chain(others) {
            let form = of_most(key(attribute.as_bytes()), attribute.as_bytes());
            counts[usize::from(form.is_some())] += 1;
            for tag in ["p", "a", "meta", "object", "applet", "iframe", "row", "link"] {
                let expected = of_names(tag.as_bytes(), attribute.as_bytes());
                assert!(form.is_none_or(|form| form == expected), "{tag} {attribute}");
            }
        }
        assert!(counts[0] >= OF_ELEMENT.len() && counts[1] > 20);
    }

    #[test]
    fn what_looks_like_a_path() {
        let is_path = |value: &&str| super::is_path(value.as_bytes());
        let paths = ["a/b.png", "/a", " http://a.example/b:c(d)/e,f ", "/a(b)", "a:b"];
        assert_eq!(paths.iter().find(|value| !is_path(value)), None);
        let others =
            ["a", "a b.c", "f(a.b)", "a.b,c.d", "{{a}}/b.c", "/{a}", "1/2", "#!://(a)", ""];
        assert_eq!(others.iter().find(|value| is_path(value)), None);
    }

    #[test]
    fn forms() {
        assert_cases("html/forms", |[tag, attribute]| {
            let [mut name, mut of] = [Name::default(), Name::default()];
            name.set(attribute);
            of.set(tag);
            format!("{:?}", form(&of, &name))
        });
    }
}
