//! geo (RFC 5870).

use super::*;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["geo"], Syntax::Rule(&GEO_URI), geo)];

typed! {
    /// A place on Earth, or elsewhere if a parameter says so.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("geo:48.2010,16.3695,183;u=40")?;
    /// let Specific::Geo(geo) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((geo.latitude, geo.longitude), ("48.2010", "16.3695"));
    /// assert_eq!((geo.altitude, geo.uncertainty), (Some("183"), Some("40")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
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
        parameters: Pairs<&'t str, ';'>,
    }
}

impl<'t> Geo<'t> {
    /// Names and values of the other parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        self.parameters.optional()
    }
}

fn geo<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let geo = Geo::of(uri);
    let is_early = |name: &str| name.eq_ignore_ascii_case("crs") || name.eq_ignore_ascii_case("u");
    if geo.parameters().any(|(name, _)| is_early(name)) {
        return Err(uri.fault("parameters", 1, &ORDER));
    }
    let wgs84 = geo.crs.is_none_or(|crs| crs.eq_ignore_ascii_case("wgs84"));
    let within =
        |degrees: &str, limit: f64| !wgs84 || degrees.parse().is_ok_and(|d: f64| d.abs() <= limit);
    for (name, degrees, limit) in
        [("latitude", geo.latitude, 90.0), ("longitude", geo.longitude, 180.0)]
    {
        if !within(degrees, limit) {
            return Err(uri.fault(name, 0, &DEGREES));
        }
    }
    Ok(Specific::Geo(geo))
}

static GEO_URI: Rule = rule(
    r#"RFC 5870 3.3: geo-URI = geo-scheme ":" geo-path"#,
    &[
        Capture("latitude", &[Of(&COORDINATE)]),
        Text(","),
        Capture("longitude", &[Of(&COORDINATE)]),
        Maybe(&[Text(","), Capture("altitude", &[Of(&COORDINATE)])]),
        Maybe(&[Text(";crs="), Capture("crs", &[Plus(&PNAME)])]),
        Maybe(&[Text(";u="), Capture("uncertainty", &[Of(&PNUM)])]),
        Capture("parameters", &[Each(&[Of(&PARAMETER)])]),
    ],
);
static COORDINATE: Rule = rule(
    r#"RFC 5870 3.3: coordinate = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]"#,
    &[Maybe(&[Text("-")]), Plus(&DIGIT), Maybe(&[Text("."), Plus(&DIGIT)])],
);
static PNUM: Rule = rule(
    r#"RFC 5870 3.3: pnum = 1*DIGIT [ "." 1*DIGIT ]"#,
    &[Plus(&DIGIT), Maybe(&[Text("."), Plus(&DIGIT)])],
);
static PARAMETER: Rule = rule(
    r#"RFC 5870 3.3: parameter = ";" pname [ "=" pvalue ]"#,
    &[Text(";"), Plus(&PNAME), Maybe(&[Text("="), Plus(&PVALUE)])],
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PVALUE: ByteSet = ALNUM.or(ByteSet::of(b"[]:&+$-_.!~*'()%"));
static ORDER: Rule =
    constraint(r#"RFC 5870 3.3: p = [ ";crs=" labeltext ] [ ";u=" pnum ] *parameter"#);
static DEGREES: Rule =
    constraint("RFC 5870 3.4.2: coordinate = at most 90 degrees of latitude, and 180 of longitude");
