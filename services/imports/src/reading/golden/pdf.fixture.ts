import { deflateSync } from "node:zlib";

const escaped = (text: string) => text.replaceAll("€", "\x80").replace(/[\\()]/g, (character) => `\\${character}`);
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

interface PdfOptions {
  /** The XML of Factur-X. */
  attachment?: { name: string; content: string };
  /** Declares a password that nobody knows. */
  encrypted?: boolean;
  pages?: number;
  /** In place of the text: the operators of the page. */
  operators?: Buffer;
}

/** Widths of columns; the page has 595 points. */
const WIDE = 270;
const NARROW = 130;

/** Columns of a line are divided by a tab. */
const operatorsOf = (lines: readonly string[]) =>
  lines
    .flatMap((line, row) => {
      const cells = line.split("\t");
      const width = cells.length > 2 ? NARROW : WIDE;
      return cells.map(
        (text, column) =>
          `BT /F1 10 Tf 1 0 0 1 ${50 + column * width} ${780 - (row % 47) * 16} Tm (${escaped(text)}) Tj ET`,
      );
    })
    .join("\n");

/** A small PDF with the lines as text, in WinAnsi. */
export function pdfOf(lines: readonly string[], options: PdfOptions = {}): Buffer {
  const { attachment, encrypted = false, pages = 1, operators } = options;
  const content = deflateSync(operators ?? Buffer.from(operatorsOf(lines), "latin1"));
  const stream = (dictionary: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from("\nendstream"),
    ]);
  const names = attachment ? `/Names << /EmbeddedFiles << /Names [(${attachment.name}) 5 0 R] >> >>` : "";
  const first = 7;
  const kids = Array.from({ length: pages }, (_, page) => `${first + page} 0 R`).join(" ");
  const resources = "/Resources << /Font << /F1 4 0 R >> >>";
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${names} >>`),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`),
    stream("/Filter /FlateDecode", content),
    Buffer.from(FONT),
    Buffer.from(
      attachment ? `<< /Type /Filespec /F (${attachment.name}) /UF (${attachment.name}) /EF << /F 6 0 R >> >>` : "null",
    ),
    attachment ? stream("/Type /EmbeddedFile", Buffer.from(attachment.content)) : Buffer.from("null"),
    ...Array.from({ length: pages }, () =>
      Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R ${resources} >>`),
    ),
  ];
  return assemble(objects, encrypted);
}

function assemble(objects: readonly Buffer[], encrypted: boolean): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const hex = "61".repeat(32);
  const encrypt = encrypted
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${hex}> /U <${hex}> /P -4 >> /ID [<${hex}> <${hex}>]`
    : "";
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root 1 0 R ${encrypt} >>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(tail)]);
}
