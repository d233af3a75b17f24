// The grammar alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, normalize, parse, parseReference, relative, resolve } from "urisift";

test("parse", () => {
  const { cautions, ...uri } = parse("http://me:pw@a.example:80/%7ex?y#z");
  assert.deepEqual(uri, {
    uri: "http://me:pw@a.example:80/%7ex?y#z", scheme: "http", authority: "me:pw@a.example:80", userinfo: "me:pw",
    host: "a.example", port: "80", path: "/%7ex", query: "y", fragment: "z",
  });
  assert.deepEqual(cautions.map(({ kind }) => kind), ["password"]);
  assert.equal(parse("http://ä.example/ö").host, "ä.example");
  assert.throws(() => parse("http://ä.example:8o/"), (fault) => fault instanceof Fault && fault.at === 18 && fault.rule === "port");
  assert.throws(() => parse("../a"), Fault);
  assert.throws(() => parse("tel:"), Fault);
  assert.throws(() => parse("http://a.example/%"), { name: "Fault", message: /^"%" at 17 does not fit: pct-encoded/ });
  assert.throws(() => parse(""), { message: /^the end at 0 does not fit/ });
});

test("parseReference", () => {
  assert.deepEqual(parseReference("../a?b").path, "../a");
  assert.equal(parseReference("//a.example/").scheme, null);
  assert.throws(() => parseReference("a b"), Fault);
});

test("normalize", () => {
  assert.equal(normalize("HTTP://A.example:80/%7Eb/../c"), "http://a.example/c");
  assert.equal(normalize("HTTP://A.example:80/%7Eb", ["percent"]), "HTTP://A.example:80/~b");
  assert.equal(normalize("HTTP://A.example/", []), "HTTP://A.example/");
  assert.equal(normalize("http://bücher.example/ü", ["uri"]), "http://xn--bcher-kva.example/%C3%BC");
  assert.throws(() => normalize("a b"), Fault);
  assert.throws(() => normalize("http://a/", ["upper"]), TypeError);
});

test("resolve", () => {
  assert.equal(resolve("http://a/b/c/d;p?q", "../g"), "http://a/b/g");
  assert.equal(resolve("http://a/b/c/d;p?q", ""), "http://a/b/c/d;p?q");
  assert.equal(relative("http://a/b/c/d;p?q", "http://a/b/g"), "../g");
  assert.throws(() => relative("http://a/", "b"), Fault);
  assert.throws(() => resolve("a", "b"), Fault);
  assert.throws(() => resolve("http://a/", "b c"), { message: /^" " at 1/ });
});
