//! geo (RFC 5870).

use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet, DIGIT};
use crate::grammar::bnf::{Is::*, Rule, law, rule};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["geo"], Form::Rule(&GEO_URI), geo)];

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
        ["latitude", "longitude", "parameters"].map(|slot| seen.slot(slot).unwrap_or(""));
    let [altitude, crs, uncertainty] =
        ["altitude", "crs", "uncertainty"].map(|slot| seen.slot(slot));
    let geo = Geo { latitude, longitude, altitude, crs, uncertainty, parameters };
    let is_early = |name: &str| name.eq_ignore_ascii_case("crs") || name.eq_ignore_ascii_case("u");
    if geo.parameters().any(|(name, _)| is_early(name)) {
        return Err(seen.fault("parameters", 1, &ORDER));
    }
    let wgs84 = crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"));
    let within =
        |degrees: &str, limit: f64| !wgs84 || degrees.parse().is_ok_and(|d: f64| d.abs() <= limit);
    for (slot, degrees, limit) in [("latitude", latitude, 90.0), ("longitude", longitude, 180.0)] {
        if !within(degrees, limit) {
            return Err(seen.fault(slot, 0, &DEGREES));
        }
    }
    Ok(Specific::Geo(geo))
}

static GEO_URI: Rule = rule(
    r#"geo-URI = geo-scheme ":" geo-path"#,
    "RFC 5870 3.3",
    &[
        Keep("latitude", &[Of(&COORDINATE)]),
        Text(","),
        Keep("longitude", &[Of(&COORDINATE)]),
        Maybe(&[Text(","), Keep("altitude", &[Of(&COORDINATE)])]),
        Maybe(&[Text(";crs="), Keep("crs", &[Plus(&PNAME)])]),
        Maybe(&[Text(";u="), Keep("uncertainty", &[Of(&PNUM)])]),
        Keep("parameters", &[Each(&[Of(&PARAMETER)])]),
    ],
);
static COORDINATE: Rule = rule(
    r#"coordinate = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]"#,
    "RFC 5870 3.3",
    &[Maybe(&[Text("-")]), Plus(&DIGIT), Maybe(&[Text("."), Plus(&DIGIT)])],
);
static PNUM: Rule = rule(
    r#"pnum = 1*DIGIT [ "." 1*DIGIT ]"#,
    "RFC 5870 3.3",
    &[Plus(&DIGIT), Maybe(&[Text("."), Plus(&DIGIT)])],
);
static PARAMETER: Rule = rule(
    r#"parameter = ";" pname [ "=" pvalue ]"#,
    "RFC 5870 3.3",
    &[Text(";"), Plus(&PNAME), Maybe(&[Text("="), Plus(&PVALUE)])],
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PVALUE: ByteSet = ALNUM.or(ByteSet::of(b"[]:&+$-_.!~*'()%"));
static ORDER: Rule = law(r#"p = [ ";crs=" labeltext ] [ ";u=" pnum ] *parameter"#, "RFC 5870 3.3");
static DEGREES: Rule =
    law("coordinate = at most 90 degrees of latitude, and 180 of longitude", "RFC 5870 3.4.2");
