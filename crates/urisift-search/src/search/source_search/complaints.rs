//! Problems and notes of a source and its parts.

use super::{MAX_PROBLEMS, SourceSearch};
use crate::input::{Part, StepKind};
use crate::problem::{Problem, ProblemKind, Severity};
use crate::search::OnFailure;
use crate::search::internal_error::caught;
use crate::search::shared_source::Scope;

/// How many characters of a part's path are shown with a problem.
const SHOWN: usize = 200;

impl SourceSearch<'_, '_, '_> {
    /// Searches the source, or a part of it. A panic is a problem of the source. Finds that wait are emitted then, and
    /// how many problems are not listed is reported.
    pub fn guarded<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let path = self.emitter.path;
        let searched = caught(path, || search(self));
        let searched = searched.map_err(|error| {
            self.job.results.fail_internally(error, self.work.on_failure);
            let _ = caught(path, || self.emit_all());
            self.job.results.drop_incomplete();
            if let Some(divided) = &self.job.divided {
                divided.end_with(self.job.step);
            }
        });
        self.end_complaints();
        searched.ok()
    }

    /// Tells how many problems and notes of parts are not listed.
    fn end_complaints(&mut self) {
        for severity in [Severity::Problem, Severity::Note] {
            let more = self.problems[severity as usize].saturating_sub(MAX_PROBLEMS);
            match &self.job.divided {
                _ if more == 0 => {}
                None => {
                    let what = format!("and {more} more");
                    self.complain(severity, None, ProblemKind::Limit, what, None);
                }
                Some(_) => {
                    let scope = Some(Scope::Unlisted(more));
                    self.complain(severity, None, ProblemKind::Limit, String::new(), scope);
                }
            }
        }
    }

    fn complain(
        &mut self,
        severity: Severity,
        at: Option<u64>,
        kind: ProblemKind,
        what: String,
        scope: Option<Scope>,
    ) {
        if self.work.meter.is_stopped() {
            // The run was stopped: an early end is not a fault of the source.
            return;
        }
        let problem = Problem::new(self.emitter.path, at, kind, what);
        let of = self.job.divided.clone().zip(scope);
        self.job.results.add(severity, problem, of);
        self.let_out_if_full();
    }

    /// Reports a problem of a part, unless there were too many.
    pub(super) fn complain_of(
        &mut self,
        severity: Severity,
        part: &Part,
        at: Option<u64>,
        kind: ProblemKind,
        what: String,
        scope: Scope,
    ) {
        let what = match cut(&part.path) {
            "" => what,
            path if path.len() < part.path.len() => format!("{path}…: {what}"),
            path => format!("{path}: {what}"),
        };
        // Offsets in unpacked data are not offsets in the file.
        let (at, what) = match (part.packed_at, at) {
            (Some(packed), Some(at)) => (Some(packed), format!("{what} (decompressed byte {at})")),
            (_, at) => (at, what),
        };
        if severity == Severity::Problem
            && self.work.on_failure == OnFailure::Stop
            && is_of_source(part, kind)
        {
            let problem = Problem::new(self.emitter.path, at, kind, what);
            return self.job.results.fail(problem, OnFailure::Stop);
        }
        let count = &mut self.problems[severity as usize];
        *count += 1;
        if *count <= MAX_PROBLEMS {
            self.complain(severity, at, kind, what, Some(scope));
        }
    }
}

/// Returns `true` if a problem of that kind in the part says that the source itself could not be read to its end: it is
/// cut, also in the last record or member, or its outermost formats are damaged.
fn is_of_source(part: &Part, kind: ProblemKind) -> bool {
    let is_packed = part.packed_len == part.path.len();
    let mut inner = part.steps().map(|step| step.kind).skip_while(|kind| *kind == StepKind::Layer);
    match (kind, inner.next()) {
        (ProblemKind::Cut | ProblemKind::Damaged, None) => is_packed,
        (ProblemKind::Cut, Some(StepKind::Member | StepKind::Record)) => {
            !is_packed && inner.next().is_none()
        }
        _ => false,
    }
}

/// The start of a path, as a message shows it.
fn cut(path: &str) -> &str {
    let end = path.char_indices().nth(SHOWN).map_or(path.len(), |(at, _)| at);
    &path[..end]
}
