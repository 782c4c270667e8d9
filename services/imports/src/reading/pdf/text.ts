import { getDocumentProxy } from "unpdf";
import { fail } from "../document.ts";
import {
  ATTACHMENTS_MAX,
  LINE_CHARACTERS_MAX,
  LINES_MAX,
  PAGES_MAX,
  PAGES_READ_MAX,
  TEXT_CHARACTERS_MAX,
  TEXT_CHARACTERS_MIN,
} from "../limits.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface PdfContent {
  /** Lines from top to bottom. Wide gaps between words are two spaces. */
  lines: readonly string[];
  /** The invoice in XML that Factur-X and ZUGFeRD attach. */
  xml: Uint8Array | null;
}

/** Names of the attached invoice in the versions of Factur-X and ZUGFeRD, and in those of national variants. */
const XML_NAMES = /^(?:factur-x|zugferd-invoice|xrechnung|order-x|cii)\.xml$/i;

/** Text and attached invoice of a PDF, or a failure. Nothing is rendered, and no script runs. */
export async function readPdfContent(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await openPdf(bytes);
  try {
    if (pdf.numPages > PAGES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${PAGES_MAX} pages.`);
    const xml = await attachedInvoice(pdf);
    const lines = xml === null ? await linesOf(pdf) : [];
    if (xml === null && lines.join("").length < TEXT_CHARACTERS_MIN) fail("READING_NO_TEXT");
    return { lines, xml };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const OPTIONS = {
  // Text needs neither fonts of the machine nor images. Errors must not be repaired by guesses that take long.
  disableFontFace: true,
  useSystemFonts: false,
  enableXfa: false,
  maxImageSize: 0,
  stopAtErrors: false,
  verbosity: 0,
} as const;

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes its bytes over, and refuses a Buffer.
    return await getDocumentProxy(new Uint8Array(bytes), OPTIONS);
  } catch (error) {
    const { name } = error as Error;
    if (name === "PasswordException") return fail("READING_ENCRYPTED");
    return fail("READING_UNREADABLE");
  }
}

async function attachedInvoice(pdf: Pdf): Promise<Uint8Array | null> {
  const attachments = await pdf.getAttachments().catch(() => null);
  if (!attachments || attachments.size > ATTACHMENTS_MAX) return null;
  for (const [id, { filename }] of attachments as ReadonlyMap<string, { filename: string }>) {
    if (!XML_NAMES.test(filename)) continue;
    const content: unknown = await pdf.getAttachmentContent(id).catch(() => null);
    if (content instanceof Uint8Array) return content;
  }
  return null;
}

async function linesOf(pdf: Pdf): Promise<string[]> {
  const lines: string[] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, PAGES_READ_MAX); number++) {
    const page = await pdf.getPage(number).catch(() => fail("READING_UNREADABLE"));
    const { items } = await page.getTextContent().catch(() => fail("READING_UNREADABLE"));
    const words = items.filter((item) => "str" in item && item.str.trim() !== "") as TextItem[];
    characters += words.reduce((sum, { str }) => sum + str.length, 0);
    if (characters > TEXT_CHARACTERS_MAX) fail("READING_TOO_COMPLEX", "It has too much text.");
    lines.push(...arrange(words));
    if (lines.length > LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${LINES_MAX} lines.`);
    page.cleanup();
  }
  return lines;
}

interface TextItem {
  str: string;
  width: number;
  height: number;
  /** The last two are the position, from the lower left corner. */
  transform: number[];
}

/** Words whose baselines differ by less than half their height are in one line. */
const SAME_LINE = 0.5;
const HEIGHT_MIN = 4;

/** Lines of a page, by position: the order in the file is that of the program that wrote it. */
function arrange(words: readonly TextItem[]): string[] {
  const sorted = words
    .map((word) => ({ ...word, x: word.transform[4] ?? 0, y: word.transform[5] ?? 0 }))
    .sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: (typeof sorted)[] = [];
  for (const word of sorted) {
    const row = rows.at(-1);
    const tolerance = Math.max(word.height, HEIGHT_MIN) * SAME_LINE;
    if (row !== undefined && row[0]!.y - word.y < tolerance) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) => joined(row.sort((a, b) => a.x - b.x))).filter((line) => line !== "");
}

function joined(row: readonly { str: string; x: number; width: number; height: number }[]): string {
  let line = "";
  let end: number | null = null;
  for (const { str, x, width, height } of row) {
    const gap = end === null ? 0 : x - end;
    const size = Math.max(height, HEIGHT_MIN);
    line += gap > size ? `  ${str}` : gap > size / 10 || gap < -size ? ` ${str}` : str;
    end = x + width;
    if (line.length > LINE_CHARACTERS_MAX) return line.slice(0, LINE_CHARACTERS_MAX);
  }
  // Between groups of digits a no-break space tells that they are one number.
  return line.replace(/(?<!\d)\u00a0|\u00a0(?!\d{3}(?!\d))/g, " ").trim();
}
