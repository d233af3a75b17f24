//! Holds a file against a law: hold TARGET FILE.

fn main() {
    let [target, file] = [1, 2].map(|i| std::env::args().nth(i).expect("hold TARGET FILE"));
    let bytes = std::fs::read(file).expect("a file that can be read");
    (urisift_fuzz::named(&target).law)(&bytes);
}
