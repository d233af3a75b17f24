// For where the module is neither a file nor fetched: `initSync` takes its bytes.

export * from "./urisift.js";
export { initSync, default as init } from "./urisift_wasm.js";
