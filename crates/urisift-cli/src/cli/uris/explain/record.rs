//! The explanation of a URI as a JSON record.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Explained;
use crate::normal::Step;
use crate::record::{Bytes, CautionRecord, FaultRecord, names};

/// The fields, in the order in which they are written. An undefined component is null, not empty.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    input: Bytes<'a>,
    valid: bool,
    fault: Option<FaultRecord>,
    scheme: Option<Bytes<'a>>,
    userinfo: Option<Bytes<'a>>,
    host: Option<Bytes<'a>>,
    port: Option<Bytes<'a>>,
    path: Bytes<'a>,
    query: Option<Bytes<'a>>,
    fragment: Option<Bytes<'a>>,
    conforms: Vec<&'static str>,
    cautions: Vec<CautionRecord>,
    normal: Option<Map<String, Value>>,
    typed: &'a Value,
}

impl<'a> Record<'a> {
    pub fn of(explained: &'a Explained<'a>) -> Self {
        let c = &explained.components;
        let form = |(step, form): &(Step, String)| (step.name().to_owned(), form.as_str().into());
        Record {
            input: Bytes(explained.input),
            valid: explained.fault.is_none(),
            fault: explained.fault.as_ref().map(FaultRecord::of),
            scheme: c.scheme().map(Bytes),
            userinfo: c.userinfo().map(Bytes),
            host: c.host().map(Bytes),
            port: c.port().map(Bytes),
            path: Bytes(c.path()),
            query: c.query().map(Bytes),
            fragment: c.fragment().map(Bytes),
            conforms: names(explained.conforms),
            cautions: explained.cautions.iter().map(CautionRecord::of).collect(),
            normal: explained.normal.as_ref().map(|forms| forms.iter().map(form).collect()),
            typed: &explained.typed,
        }
    }
}
