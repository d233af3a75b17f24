#![no_main]
urisift_fuzz::fuzz!();
