export * from "./urisift.js";

/** Loads the module from its bytes, or one that is compiled; for where it cannot be fetched. */
export function initSync(from: { module: BufferSource | WebAssembly.Module }): unknown;

/** Loads the module from an address. Everything else waits for it. */
export function init(from: {
  module_or_path: RequestInfo | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>;
}): Promise<unknown>;
