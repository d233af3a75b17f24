//! data (RFC 2397).

use super::server::REST;
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet};
use crate::grammar::bnf::{
    Is::{All, Each, Keep, Maybe, Of, Run, Text},
    MANY, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["data"], Form::Rule(&DATAURL), data)];

const TYPE: Slot = 0;
const PARAMETERS: Slot = 1;
const DATA: Slot = 2;
const BASE64: Slot = 3;

/// Inline data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Data<'t> {
    /// Type and subtype; `None` means `text/plain` in US-ASCII.
    pub media_type: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    parameters: &'t str,
    /// Whether the data is in base64.
    pub base64: bool,
    /// The data, still encoded.
    pub data: &'t str,
}

impl<'t> Data<'t> {
    /// Names and values of the type's parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        super::parameters(self.parameters).filter_map(|(name, value)| Some((name, value?)))
    }
}

fn data<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [parameters, data] = [PARAMETERS, DATA].map(|slot| seen.slot(slot).unwrap_or(""));
    let base64 = seen.slot(BASE64).is_some();
    Ok(Specific::Data(Data { media_type: seen.slot(TYPE), parameters, base64, data }))
}

static DATAURL: Rule = rule(
    "dataurl",
    r#""data:" [ mediatype ] [ ";base64" ] "," data"#,
    "RFC 2397 3",
    All(&[
        Maybe(&Keep(TYPE, &Of(&MEDIATYPE))),
        Keep(PARAMETERS, &Each(&Of(&PARAMETER))),
        Maybe(&Keep(BASE64, &Text(";base64"))),
        Text(","),
        Keep(DATA, &Run(&REST, 0, MANY)),
    ]),
);
static MEDIATYPE: Rule = rule(
    "mediatype",
    r#"type "/" subtype"#,
    "RFC 2397 3",
    All(&[Run(&TOKEN, 1, MANY), Text("/"), Run(&TOKEN, 1, MANY)]),
);
static PARAMETER: Rule = rule(
    "parameter",
    r#"attribute "=" value"#,
    "RFC 2397 3",
    All(&[Text(";"), Run(&TOKEN, 1, MANY), Text("="), Run(&VALUE, 1, MANY)]),
);
/// token (RFC 2045 5.1), as far as a URI can have it.
static TOKEN: ByteSet = ALNUM.or(ByteSet::of(b"!$&'*+-._~%"));
static VALUE: ByteSet = TOKEN.or(ByteSet::of(b"=:@/"));
