//! Connections to a service, with a user and parameters: postgres and postgresql (PostgreSQL libpq, Connection URIs),
//! mysql (MySQL, URI-like connection strings), redis and rediss (their registration at IANA), amqp and amqps (AMQP URI
//! specification of RabbitMQ).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["postgres", "postgresql"], POSTGRESQL, Connection),
    family!(["mysql"], MYSQL, Connection),
    family!(["redis", "rediss"], REDIS, Connection),
    family!(["amqp", "amqps"], AMQP, Connection),
];

typed! {
    /// A connection to a database or a broker of messages.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("postgresql://other@localhost/otherdb?connect_timeout=10")?;
    /// let Specific::Connection(connection) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((connection.server.host, connection.name), ("localhost", Some("otherdb")));
    /// assert_eq!(connection.parameters().next(), Some(("connect_timeout", "10")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Connection<'t> {
        /// The server and the login; an empty host is the default one.
        pub server: Server<'t>,
        /// The path without its slash, still encoded: the name or the number of a database, or a virtual host.
        pub name: Option<&'t str>,
        parameters: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Connection<'t> {
    /// Names and values of the query, still encoded.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.parameters.iter()
    }
}

/// The generic grammar has validated userinfo, host and port.
static AUTHORITY: ByteSet = SEGMENT.or(ByteSet::of(b"[]"));

static POSTGRESQL: Rule = rule(
    r#"PostgreSQL libpq, Connection URIs: uri = "postgresql://" [ userspec "@" ] [ hostspec ] [ "/" dbname ] [ "?" paramspec ]"#,
    &[Text("//"), Star(&AUTHORITY), Maybe(NAME), Maybe(PARAMETERS)],
);
static MYSQL: Rule = rule(
    r#"MySQL manual, URI-Like Connection Strings: uri = "mysql://" [ user [ ":" [ password ] ] "@" ] host [ ":" port ] [ "/" schema ] [ "?" attribute *( "&" attribute ) ]"#,
    &[Text("//"), Of(&LOGIN), Maybe(NAME), Maybe(PARAMETERS)],
);
static REDIS: Rule = rule(
    r#"IANA, registration of redis: redis-uri = "redis://" [ userinfo "@" ] [ host [ ":" port ] ] [ "/" [ db-number ] ] [ "?" query ]"#,
    &[
        Text("//"),
        Star(&AUTHORITY),
        Maybe(&[Text("/"), Capture("name", &[Star(&DIGIT)])]),
        Maybe(PARAMETERS),
    ],
);
static AMQP: Rule = rule(
    r#"RabbitMQ, AMQP URI Specification: amqp_URI = "amqp://" amqp_authority [ "/" vhost ] [ "?" query ]"#,
    &[Text("//"), Star(&AUTHORITY), Maybe(NAME), Maybe(PARAMETERS)],
);
const NAME: Sequence = &[Text("/"), Capture("name", &[Star(&SEGMENT)])];
const PARAMETERS: Sequence = &[Text("?"), Capture("parameters", &[Star(&QUERY)])];
