/**
 * Finds every URI that a writer put into a text, with exactly the right first and last character.
 *
 * Offsets are in the unit of what is searched: UTF-16 code units of a string, so that
 * `text.slice(found.start, found.end) === found.raw`, and bytes of a `Uint8Array`.
 */

/** Which characters beyond ASCII belong to a URI, when lines are joined, when white space is removed. */
export type When = "never" | "auto" | "always";

/** What to find, and within which limits. A name or a value that is not here is a `TypeError`. */
export interface Options {
  /** Find `www.` hosts without a scheme, and what follows them. Default: `false`. */
  www?: boolean | undefined;
  /** Find host names without a scheme that end in a top-level domain. Default: `false`. */
  bare?: boolean | undefined;
  /** Find e-mail addresses whose domain ends in a known top-level domain. Default: `false`. */
  email?: boolean | undefined;
  /** Find disguised URIs (`hxxp`, `[.]`) and give them undisguised. Default: `false`. */
  refang?: boolean | undefined;
  /** Read backslash escapes, as in JSON, JavaScript and TeX. Default: `true`. */
  escapes?: boolean | undefined;
  /** Which characters beyond ASCII belong to a bare URI. Default: `"auto"`. */
  iri?: When | undefined;
  /** Whether a bare URI may continue on the next line. Default: `"auto"`. */
  join?: When | undefined;
  /** Whether white space inside `<…>` and quotes is removed. Default: `"auto"`: only line breaks. */
  fold?: When | undefined;
  /** Whether punctuation after a bare URI is the sentence's or the URI's. Default: `"trim"`. */
  trailing?: "trim" | "keep" | undefined;
  /** The longest URI, in bytes of UTF-8; a longer one is cut. Default: 1 MiB. */
  maxLen?: number | undefined;
  /** How far a wrapper is followed to its closing bracket, in bytes. Default: 8 KiB. */
  maxWrap?: number | undefined;
}

/** What stands around a URI. */
export type Wrapper = "none" | "angle" | "url-angle" | "url-prefix" | "quote" | "bracket";

/** The components of a URI, as they are written; `null` for those that it does not have. */
export interface Components {
  /** The scheme, without its colon; `null` in `www.a.example` and in a relative reference. */
  readonly scheme: string | null;
  /** Userinfo, host and port. */
  readonly authority: string | null;
  readonly userinfo: string | null;
  readonly host: string | null;
  /** The port, which may be empty. */
  readonly port: string | null;
  /** The path, which may be empty. */
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** Something that may mislead a reader or a program, or that is usual in URIs of abuse. */
export interface Caution {
  /** What it is, such as `"password"` or `"homograph"`. */
  readonly kind: string;
  /** A phrase that explains it. */
  readonly sentence: string;
  /** The part of the URI that it is about: `uri.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** What is not in that part: the target of a redirector, the letters of Punycode. */
  readonly detail: string | null;
}

/** Why a text is no URI. */
export class Fault extends Error {
  private constructor();
  /** The index of the first character that does not fit, or the length of a text that ends too soon. */
  readonly at: number;
  /** The name of the rule that it breaks, such as `"port"`. */
  readonly rule: string;
  /** What the rule says, in the notation of its document. */
  readonly definition: string;
  /** The document and the section that the rule comes from. */
  readonly source: string;
}

/** A URI that was found in a text. */
export class Found implements Components {
  private constructor();
  /** Where it starts. */
  readonly start: number;
  /** Where it ends: the offset of what follows it. */
  readonly end: number;
  /** The text as it stands there. Bytes that are not UTF-8 are U+FFFD. */
  readonly raw: string;
  /** The URI: `raw` without what only breaks it over lines, and without escapes. */
  readonly uri: string;
  /** The ways to read the text: one or two. The first is `uri`. */
  readonly readings: readonly [uri: string] | readonly [uri: string, second: string];
  /** What the writer put around it, which is no part of it. */
  readonly wrapper: Wrapper;
  /** Whether it was cut, because it is longer than `maxLen`. */
  readonly truncated: boolean;
  /** Whether its text shows that it was cut short: `…` or `...` follows it. */
  readonly truncatedBySource: boolean;
  readonly scheme: string | null;
  readonly authority: string | null;
  readonly userinfo: string | null;
  readonly host: string | null;
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  /** Whether it is valid, by RFC 3986 or 3987 and by the grammar of its scheme. */
  readonly valid: boolean;
  /** Where and why it is not valid. */
  readonly fault: Fault | null;
  /** What to be careful about. */
  readonly cautions: readonly Caution[];
  /**
   * Whether it may become a link where the text is untrusted: it is whole and valid, its scheme opens a page or
   * writes a message, and it does not pose as another URI.
   */
  readonly harmless: boolean;
  /** What a link to it refers to, with a scheme; `null` unless it is harmless. Escape it for HTML. */
  readonly href: string | null;
  /** All of the above, for `JSON.stringify`. */
  toJSON(): Record<string, unknown>;
}

/** Finds URIs with given options. */
export class Extractor {
  constructor(options?: Options);
  /** Every URI in a text, in order. */
  find(data: string | Uint8Array): Found[];
  /** A search of what arrives in pieces. */
  feeder(): Feeder;
}

/**
 * A search of pieces, which are all strings or all bytes. The finds do not depend on how the text is cut, and their
 * offsets are those in the whole text. Memory is bounded by the options `maxLen` and `maxWrap`.
 */
export interface Feeder {
  /** The URIs that the pieces so far decide; one that may continue in the next piece comes later. */
  push(piece: string | Uint8Array): Found[];
  /** Ends the text, and gives the remaining URIs. */
  finish(): Found[];
}

/** Every URI in a text, in order. */
export function find(data: string | Uint8Array, options?: Options): Found[];

/** A URI that was parsed. */
export interface Uri extends Components {
  readonly uri: string;
  readonly cautions: readonly Caution[];
}

/**
 * Parses a URI, by RFC 3986 or 3987 and the grammar of its scheme.
 * @throws {Fault} if it is none
 */
export function parse(uri: string): Uri;

/**
 * Parses a URI or a relative reference.
 * @throws {Fault} if it is none
 */
export function parseReference(uri: string): Uri;

/** A step of the ladder of normal forms (RFC 3986 6). */
export type Step = "case" | "percent" | "dots" | "scheme" | "uri" | "host" | "specific";

/**
 * The normal form of a URI or a reference. Default: `"case"`, `"percent"`, `"dots"` and `"scheme"`.
 * @throws {Fault} if it is none
 */
export function normalize(uri: string, steps?: readonly Step[]): string;

/**
 * What a reference refers to in the document at `base` (RFC 3986 5.2).
 * @throws {Fault} if the base is no URI, or the reference is none
 */
export function resolve(base: string, reference: string): string;

/**
 * A short reference that resolves to `target` in the document at `base`; `target` itself if there is none.
 * @throws {Fault} if one is no URI
 */
export function relative(base: string, target: string): string;
