// For Node: the module is a file beside this one.

import { readFileSync } from "node:fs";
import { initSync } from "./urisift_wasm.js";

initSync({ module: readFileSync(new URL("./urisift_wasm_bg.wasm", import.meta.url)) });

export * from "./urisift.js";
