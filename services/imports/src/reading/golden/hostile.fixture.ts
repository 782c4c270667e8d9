import type { ReadFailureCode } from "../document.ts";
import { XML_BYTES_MAX, XML_DEPTH_MAX, XML_ELEMENTS_MAX } from "../limits.ts";
import { pdfOf } from "./pdf.fixture.ts";
import { ciiOf, ublOf } from "./xml.fixture.ts";

interface Hostile {
  what: string;
  bytes: () => Buffer;
  code: ReadFailureCode;
}

const lines = [{ name: "Electricity", quantity: "1", unitCode: "KWH" }];
const entities = (declarations: string) =>
  Buffer.from(ublOf({ number: "&c;", lines }).replace("?>", `?><!DOCTYPE Invoice [${declarations}]>`));
const text = ["Factura de electricidad", "Consumo total 1.234 kWh", "Periodo 01/01/2025 - 31/01/2025"];

export const HOSTILE: readonly Hostile[] = [
  {
    what: "an XML with expanding entities",
    bytes: () => entities('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">'),
    code: "READING_UNREADABLE",
  },
  {
    what: "an XML with an entity that names a file",
    bytes: () => entities('<!ENTITY c SYSTEM "file:///etc/passwd">'),
    code: "READING_UNREADABLE",
  },
  {
    what: "an XML with an unknown entity",
    bytes: () => Buffer.from(ublOf({ number: "&c;", lines })),
    code: "READING_UNREADABLE",
  },
  {
    what: "a huge XML",
    bytes: () => Buffer.from(ublOf({ number: "1".repeat(XML_BYTES_MAX), lines })),
    code: "READING_TOO_COMPLEX",
  },
  {
    what: "a deep XML",
    bytes: () => Buffer.from(`${"<a>".repeat(XML_DEPTH_MAX + 1)}${"</a>".repeat(XML_DEPTH_MAX + 1)}`),
    code: "READING_TOO_COMPLEX",
  },
  {
    what: "an XML with too many elements",
    bytes: () => Buffer.from(`<a>${"<b/>".repeat(XML_ELEMENTS_MAX)}</a>`),
    code: "READING_TOO_COMPLEX",
  },
  {
    what: "a truncated XML",
    bytes: () => Buffer.from(ublOf({ lines }).slice(0, -20)),
    code: "READING_UNREADABLE",
  },
  {
    what: "an XML that is no UTF-8",
    bytes: () => Buffer.from(ublOf({ supplier: "España", lines }), "latin1"),
    code: "READING_UNREADABLE",
  },
  {
    what: "an invoice in another namespace",
    bytes: () => Buffer.from(ublOf({ namespace: "urn:example:Invoice-2", lines })),
    code: "READING_TYPE_UNSUPPORTED",
  },
  {
    what: "an invoice of ZUGFeRD 1",
    bytes: () => Buffer.from(ciiOf({ namespace: "urn:ferd:CrossIndustryDocument:invoice:1p0", lines })),
    code: "READING_TYPE_UNSUPPORTED",
  },
  {
    what: "an invoice without amounts",
    bytes: () => Buffer.from(ublOf({ lines: [{ name: "Consulting", quantity: "8", unitCode: "HUR" }] })),
    code: "READING_NO_VALUES",
  },
  {
    what: "an amount that is no number",
    bytes: () => Buffer.from(ublOf({ lines: [{ name: "Electricity", quantity: "NaN", unitCode: "KWH" }] })),
    code: "READING_NO_VALUES",
  },
  { what: "a picture", bytes: () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), code: "READING_TYPE_UNSUPPORTED" },
  { what: "an empty file", bytes: () => Buffer.alloc(0), code: "READING_TYPE_UNSUPPORTED" },
  { what: "an encrypted PDF", bytes: () => pdfOf(text, { encrypted: true }), code: "READING_ENCRYPTED" },
  { what: "a PDF with 10,000 pages", bytes: () => pdfOf(text, { pages: 10_000 }), code: "READING_TOO_COMPLEX" },
  { what: "a PDF without text", bytes: () => pdfOf([]), code: "READING_NO_TEXT" },
  { what: "a PDF of one line", bytes: () => Buffer.from("%PDF-1.7\n"), code: "READING_UNREADABLE" },
  { what: "a truncated PDF", bytes: () => pdfOf(text).subarray(0, 120), code: "READING_UNREADABLE" },
  {
    what: "a PDF with too much text",
    bytes: () =>
      pdfOf(
        Array.from({ length: 300 }, () => "x".repeat(100)),
        { pages: 20 },
      ),
    code: "READING_TOO_COMPLEX",
  },
  {
    what: "a letter",
    bytes: () => pdfOf(["Dear Sir or Madam, thank you for your letter."]),
    code: "READING_NO_VALUES",
  },
  {
    what: "a Factur-X with expanding entities",
    bytes: () => pdfOf(text, { attachment: { name: "factur-x.xml", content: entities('<!ENTITY c "1">').toString() } }),
    code: "READING_UNREADABLE",
  },
];
