//! Holds files against a law: hold TARGET FILE....

fn main() {
    let mut arguments = std::env::args().skip(1);
    let target = urisift_fuzz::named(&arguments.next().expect("hold TARGET FILE..."));
    for file in arguments {
        (target.law)(&std::fs::read(file).expect("a file that can be read"));
    }
}
