//! What a search costs, counted: clocks would depend on the machine.

use std::ops::ControlFlow;

use allocation_counter::measure;
use urisift::Extractor;
use urisift::testing::laws;

use crate::input::Input;

/// The text, again and again, until it is so long.
fn repeated(text: &[u8], len: usize) -> Vec<u8> {
    text.iter().copied().cycle().take(len).collect()
}

pub fn twice_the_text_takes_twice_the_steps(bytes: &[u8]) {
    let Input { text, mut options, .. } = Input::of(bytes);
    if text.is_empty() {
        return;
    }
    (options.max_len, options.max_wrapper_len) = (2048, 2048);
    let long = repeated(text, 64 << 10);
    let [half, whole] = [32 << 10, 64 << 10].map(|len| laws::steps(&long[..len], &options));
    assert!(whole <= half * 24 / 10 + 20_000, "{half} and {whole} steps");
}

pub fn memory_is_bounded(bytes: &[u8]) {
    let Input { text, mut options, .. } = Input::of(bytes);
    if text.is_empty() {
        return;
    }
    (options.max_len, options.max_wrapper_len, options.read_size) = (1024, 1024, 4096);
    let long = repeated(text, 256 << 10);
    let used = measure(|| {
        let extractor = Extractor::new(options);
        extractor
            .find_in_reader(long.as_slice(), |_| ControlFlow::Continue(()))
            .expect("memory can be read");
    });
    assert!(used.bytes_max < 64 << 10, "{} bytes", used.bytes_max);
}
