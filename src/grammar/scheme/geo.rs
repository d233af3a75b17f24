//! geo (RFC 5870).

use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet, DIGIT};
use crate::grammar::bnf::{
    Is::{All, Each, Keep, Maybe, Of, Run, Text},
    MANY, Rule, Slot, law, rule,
};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["geo"], Form::Rule(&GEO_URI), geo)];

const A: Slot = 0;
const B: Slot = 1;
const C: Slot = 2;
const PARAMETERS: Slot = 3;
const CRS: Slot = 4;
const U: Slot = 5;

/// A place on Earth, or elsewhere if a parameter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Geo<'t> {
    /// The first coordinate: the latitude in degrees, in WGS-84.
    pub latitude: &'t str,
    /// The second coordinate: the longitude in degrees, in WGS-84.
    pub longitude: &'t str,
    /// The third coordinate: the altitude in metres, in WGS-84.
    pub altitude: Option<&'t str>,
    /// The coordinate reference system; `None` means WGS-84.
    pub crs: Option<&'t str>,
    /// How far from the place it may be, in metres.
    pub uncertainty: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    parameters: &'t str,
}

impl<'t> Geo<'t> {
    /// Names and values of the other parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        super::parameters(self.parameters)
    }
}

fn geo<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [latitude, longitude, parameters] =
        [A, B, PARAMETERS].map(|slot| seen.slot(slot).unwrap_or(""));
    let [altitude, crs, uncertainty] = [C, CRS, U].map(|slot| seen.slot(slot));
    let geo = Geo { latitude, longitude, altitude, crs, uncertainty, parameters };
    let is_early = |name: &str| name.eq_ignore_ascii_case("crs") || name.eq_ignore_ascii_case("u");
    if geo.parameters().any(|(name, _)| is_early(name)) {
        return Err(seen.fault(PARAMETERS, 1, &ORDER));
    }
    let wgs84 = crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"));
    let within =
        |degrees: &str, limit: f64| !wgs84 || degrees.parse().is_ok_and(|d: f64| d.abs() <= limit);
    for (slot, degrees, limit) in [(A, latitude, 90.0), (B, longitude, 180.0)] {
        if !within(degrees, limit) {
            return Err(seen.fault(slot, 0, &DEGREES));
        }
    }
    Ok(Specific::Geo(geo))
}

static GEO_URI: Rule = rule(
    "geo-URI",
    r#"geo-scheme ":" geo-path"#,
    "RFC 5870 3.3",
    All(&[
        Keep(A, &Of(&COORDINATE)),
        Text(","),
        Keep(B, &Of(&COORDINATE)),
        Maybe(&All(&[Text(","), Keep(C, &Of(&COORDINATE))])),
        Maybe(&All(&[Text(";crs="), Keep(CRS, &Run(&PNAME, 1, MANY))])),
        Maybe(&All(&[Text(";u="), Keep(U, &Of(&PNUM))])),
        Keep(PARAMETERS, &Each(&Of(&PARAMETER))),
    ]),
);
static COORDINATE: Rule = rule(
    "coordinate",
    r#"[ "-" ] 1*DIGIT [ "." 1*DIGIT ]"#,
    "RFC 5870 3.3",
    All(&[
        Maybe(&Text("-")),
        Run(&DIGITS, 1, MANY),
        Maybe(&All(&[Text("."), Run(&DIGITS, 1, MANY)])),
    ]),
);
static PNUM: Rule = rule(
    "pnum",
    r#"1*DIGIT [ "." 1*DIGIT ]"#,
    "RFC 5870 3.3",
    All(&[Run(&DIGITS, 1, MANY), Maybe(&All(&[Text("."), Run(&DIGITS, 1, MANY)]))]),
);
static DIGITS: ByteSet = DIGIT;
static PARAMETER: Rule = rule(
    "parameter",
    r#"";" pname [ "=" pvalue ]"#,
    "RFC 5870 3.3",
    All(&[Text(";"), Run(&PNAME, 1, MANY), Maybe(&All(&[Text("="), Run(&PVALUE, 1, MANY)]))]),
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PVALUE: ByteSet = ALNUM.or(ByteSet::of(b"[]:&+$-_.!~*'()%"));
static ORDER: Rule = law("p", r#"[ ";crs=" labeltext ] [ ";u=" pnum ] *parameter"#, "RFC 5870 3.3");
static DEGREES: Rule =
    law("coordinate", "at most 90 degrees of latitude, and 180 of longitude", "RFC 5870 3.4.2");
