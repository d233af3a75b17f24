//! urisift for Python: what the package `urisift` has that is not Python.
//!
//! One file a thing that the module has: `find` and `find_iter`, the records they give, `Uri`, and what
//! becomes batches of Arrow. `text` is how bytes come in.

mod batch;
mod column;
mod command;
mod fault;
mod find;
mod found;
mod names;
mod options;
mod pipe;
mod read;
mod scan;
mod settings;
mod text;
mod uri;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        column::{Texts, text_columns},
        command::main,
        find::{FindIter, find, find_iter},
        found::Found,
        pipe::Pipe,
        scan::{Scan, columns, list_paths, split},
        uri::{Uri, compare, normalize, parse, parsed, registrable_domain, relative, resolve},
    };
}
