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

/// A place on Earth, or elsewhere if a parameter says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Geo<'t> {
    /// The first coordinate: the latitude in degrees, in WGS-84.
    pub latitude: &'t str,
    /// The second coordinate: the longitude in degrees, in WGS-84.
    pub longitude: &'t str,
    /// The third coordinate: the altitude in metres, in WGS-84.
    pub altitude: Option<&'t str>,
    parameters: &'t str,
}

impl<'t> Geo<'t> {
    /// Names and values of the parameters, such as `crs` and `u`.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        super::parameters(self.parameters)
    }

    /// How far from the place it may be, in metres.
    pub fn uncertainty(&self) -> Option<&'t str> {
        self.parameter("u")
    }

    /// The coordinate reference system; `wgs84` where nothing is said.
    pub fn crs(&self) -> Option<&'t str> {
        self.parameter("crs")
    }

    fn parameter(&self, wanted: &str) -> Option<&'t str> {
        self.parameters().find(|(name, _)| name.eq_ignore_ascii_case(wanted))?.1
    }
}

fn geo<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [latitude, longitude, parameters] =
        [A, B, PARAMETERS].map(|slot| seen.slot(slot).unwrap_or(""));
    let geo = Geo { latitude, longitude, altitude: seen.slot(C), parameters };
    let wgs84 = geo.crs().is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"));
    let within =
        |degrees: &str, limit: f64| !wgs84 || degrees.parse().is_ok_and(|d: f64| d.abs() <= limit);
    for (slot, degrees, limit) in [(A, latitude, 90.0), (B, longitude, 180.0)] {
        if !within(degrees, limit) {
            let at = seen.kept.get(slot).map_or(0, |range| range.start);
            return Err(Fault::new(at, &DEGREES));
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
static DIGITS: ByteSet = DIGIT;
static PARAMETER: Rule = rule(
    "parameter",
    r#"";" pname [ "=" pvalue ]"#,
    "RFC 5870 3.3",
    All(&[Text(";"), Run(&PNAME, 1, MANY), Maybe(&All(&[Text("="), Run(&PVALUE, 1, MANY)]))]),
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PVALUE: ByteSet = ALNUM.or(ByteSet::of(b"[]:&+$-_.!~*'()%"));
static DEGREES: Rule =
    law("coordinate", "at most 90 degrees of latitude, and 180 of longitude", "RFC 5870 3.4.2");
