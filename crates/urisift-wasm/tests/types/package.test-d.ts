// What the types allow, and what they do not: compiled, and never run.

import { Extractor, Fault, find, Found, normalize, parse, resolve, type Options } from "urisift";
import { initSync } from "urisift/core";

const options: Options = { www: true, join: "never", maxLen: 100 };
const finds: Found[] = find("text", options);
const [first] = find(new Uint8Array(1));
const host: string | null | undefined = first?.host;
const fault: Fault | null = finds[0]!.fault;
const readings: readonly [string] | readonly [string, string] = finds[0]!.readings;
const feeder = new Extractor({ email: true }).feeder();
const more: Found[] = [...feeder.push("text"), ...feeder.finish()];
const path: string = parse("http://a.example/").path;
const normal: string = normalize(resolve("http://a.example/", "b"), ["case", "percent"]);
initSync({ module: new Uint8Array(1) });
export { fault, host, more, normal, path, readings };

// @ts-expect-error: a misspelt option.
find("text", { wwww: true });
// @ts-expect-error: a value that is none of the option's.
new Extractor({ join: "sometimes" });
// @ts-expect-error: a value of another type.
new Extractor({ maxLen: "100" });
// @ts-expect-error: no text.
find(["text"]);
// @ts-expect-error: a misspelt property.
finds[0]?.hostname;
// @ts-expect-error: finds are made by a search.
new Found();
// @ts-expect-error: nothing is written to a find.
finds[0]!.uri = "";
// @ts-expect-error: no step.
normalize("http://a.example/", ["upper"]);
