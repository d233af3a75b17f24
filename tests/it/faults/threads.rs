//! Threads that cannot be started, and signals that cannot be caught: the output is the same.

use crate::kit::command::{Faults, Folder, said, says};

#[test]
fn without_threads_the_same_is_found() {
    let Some(folder) = Folder::traced() else { return };
    for n in 0..40 {
        folder.write(&format!("in/{n}"), format!("http://a.example/{n}\n").repeat(5000));
    }
    let expected = said(&folder.run(&["-n", "in"]));
    for number in 1..6 {
        let what = format!("error=EAGAIN:when={number}+");
        let faults = Faults { calls: "clone,clone3", what: &what, path: None };
        let faulty = faults.run(&folder, &["-n", "-j4", "in"]);
        assert!(said(&faulty.output) == expected, "{number}: {}", said(&faulty.output).1);
    }
}

#[test]
fn without_pipes_for_signals_the_same_is_found() {
    let Some(folder) = Folder::traced() else { return };
    folder.write("a", "http://a.example/\n");
    let faults = Faults { calls: "socketpair,pipe2", what: "error=EMFILE", path: None };
    assert_eq!(said(&faults.run(&folder, &["a"]).output), says("http://a.example/\n", "", 0));
}
