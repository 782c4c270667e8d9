import { SaxesParser } from "saxes";
import { XML_DEPTH_MAX } from "../limits.ts";
import { tooComplex, unreadable } from "../refusals.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their namespace prefix, which writers may choose. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Parses one part, and pauses after each piece, so that the handlers' results can be taken away. */
export async function* parseXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  // Entities of a document type can expand without limit or name files.
  parser.on("doctype", () => unreadable("It has a document type declaration."));
  parser.on("error", () => unreadable("Its XML is not well-formed."));
  parser.on("opentag", ({ name, attributes }) => {
    if (++depth > XML_DEPTH_MAX) tooComplex(`Its XML is nested more than ${XML_DEPTH_MAX} deep.`);
    handlers.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth--;
    handlers.close?.(localName(name));
  });
  if (handlers.text) {
    parser.on("text", (text) => handlers.text?.(text));
    parser.on("cdata", (text) => handlers.text?.(text));
  }

  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const piece of pieces) {
    parser.write(decode(decoder, piece));
    yield;
  }
  parser.write(decode(decoder));
  parser.close();
  yield;
}

/** Parses a small part at once. */
export async function parseXmlWhole(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(pieces, handlers));
}

export const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    return unreadable("Its XML is not UTF-8.");
  }
}
