import { isDay } from "@emissions/quantity/period";
import { SaxesParser } from "saxes";
import { fail } from "../document.ts";
import { XML_BYTES_MAX, XML_DEPTH_MAX, XML_ELEMENTS_MAX } from "../limits.ts";

/** An element with the local names of elements and attributes. */
export interface Element {
  name: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

const unreadable = (detail: string): never => fail("READING_UNREADABLE", detail);
const tooComplex = (detail: string): never => fail("READING_TOO_COMPLEX", detail);

/** Parses an XML document of limited size, depth and number of elements. Document types are refused, so entities are too. */
export function parseTree(bytes: Uint8Array): Element {
  if (bytes.length > XML_BYTES_MAX) tooComplex(`Its XML has more than ${XML_BYTES_MAX} bytes.`);
  const parser = new SaxesParser({ xmlns: true, position: false });
  const path: Element[] = [];
  let root: Element | undefined;
  let elements = 0;
  const addText = (text: string) => {
    const element = path.at(-1);
    if (element) element.text += text;
  };
  parser.on("doctype", () => unreadable("It has a document type declaration."));
  parser.on("error", () => unreadable("Its XML is not well-formed."));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (++elements > XML_ELEMENTS_MAX) tooComplex(`Its XML has more than ${XML_ELEMENTS_MAX} elements.`);
    if (path.length >= XML_DEPTH_MAX) tooComplex(`Its XML is nested more than ${XML_DEPTH_MAX} deep.`);
    const own = Object.values(attributes).map((attribute) => [attribute.local, attribute.value]);
    const element = { name: local, namespace: uri, attributes: Object.fromEntries(own), children: [], text: "" };
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  });
  parser.on("closetag", () => void path.pop());
  parser.write(decode(bytes)).close();
  return root ?? unreadable("It has no element.");
}

/** National invoices are still written in it. */
const LATIN = /^<\?xml[^>]*\sencoding=["'](?:iso-8859-15?|windows-1252)["']/i;
const DECLARATION_BYTES_MAX = 200;

/** UTF-8 with or without a mark, UTF-16 with one, and Latin 1 that is declared. */
function decode(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return unreadable("Its XML is neither UTF-8 nor UTF-16.");
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return LATIN.test(Buffer.from(bytes.subarray(0, DECLARATION_BYTES_MAX)).toString("latin1"))
    ? "windows-1252"
    : "utf-8";
}

/** The elements at a path of names below an element. */
export function all(element: Element | undefined, ...names: string[]): Element[] {
  let found = element === undefined ? [] : [element];
  for (const name of names) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

export const first = (element: Element | undefined, ...names: string[]): Element | undefined =>
  all(element, ...names)[0];

/** The text of the first element at a path; null if there is none, or only blanks. */
export const textAt = (element: Element | undefined, ...names: string[]): string | null =>
  first(element, ...names)
    ?.text.replace(/\s+/g, " ")
    .trim() || null;

/** The texts of an element and of all below it. */
export function textsOf(element: Element): string[] {
  const texts: string[] = [];
  const open = [element];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.text.trim() !== "") texts.push(next.text.trim());
    open.push(...next.children);
  }
  return texts;
}

/** A day at a path below an element. It may have a time zone, which the day is written in. */
export function dayAt(element: Element | undefined, ...names: string[]): string | null {
  const day = textAt(element, ...names)?.slice(0, 10) ?? "";
  return isDay(day) ? day : null;
}
