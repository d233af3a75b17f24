// For browsers and bundlers: the module is fetched from beside this file.

import init from "./urisift_wasm.js";

await init({ module_or_path: new URL("./urisift_wasm_bg.wasm", import.meta.url) });

export * from "./urisift.js";
