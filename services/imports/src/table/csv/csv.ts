import { finished } from "node:stream/promises";
import { unguardFormulas } from "@emissions/kit/wire/formulas";
import { CsvError, type Info, type Parser, parse } from "csv-parse";
import { textCell } from "../cells.ts";
import { extensionOf } from "../detect.ts";
import { COLUMNS_MAX, CSV_RECORD_BYTES_MAX, DELIMITER_SAMPLE_LENGTH, LINES_MAX } from "../limits.ts";
import { refuse, tooComplex, unreadable } from "../refusals.ts";
import type { Row, Sheet, TableFile } from "../table.ts";
import { detectDelimiter } from "./delimiter.ts";
import { decodeText, detectEncoding } from "./encoding.ts";

/** Signatures of files that are no text. */
const MARKUP = /^\s*(<!doctype|<html|<\?xml|<table|\{\\rtf|%PDF-)/i;

export async function readCsv(bytes: Buffer, { fileName }: Pick<TableFile, "fileName">): Promise<Sheet> {
  const encoding = detectEncoding(bytes);
  const start = beginning(bytes, encoding);
  if (MARKUP.test(start)) refuse("IMPORT_FILE_TYPE_MISMATCH", "The content is a document, not a table.");
  const { delimiter, skip } = detectDelimiter(start, extensionOf(fileName) === "tsv");
  const rows = readRecords(skipping(decodeText(bytes, encoding), skip), delimiter);
  return {
    fileType: "csv",
    sheets: [],
    selectedSheet: null,
    dateSystem: 1900,
    encoding: encoding.encoding,
    delimiter,
    rows,
  };
}

function beginning(bytes: Buffer, encoding: ReturnType<typeof detectEncoding>): string {
  let text = "";
  for (const part of decodeText(bytes, encoding)) {
    text += part;
    if (text.length >= DELIMITER_SAMPLE_LENGTH) break;
  }
  return text;
}

/** The first part is longer than the skipped characters. */
function* skipping(parts: Generator<string>, skip: number): Generator<string> {
  let rest = skip;
  for (const part of parts) {
    yield part.slice(rest);
    rest = 0;
  }
}

/** Takes the records of one decoded part at a time: a promise for each record would double the time. */
async function* readRecords(parts: Iterable<string>, delimiter: string): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  const lineOf = ({ records, empty_lines }: Pick<Info, "records" | "empty_lines">) => records + empty_lines;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: CSV_RECORD_BYTES_MAX,
    record_delimiter: ["\r\n", "\n", "\r"],
    on_record: (record: string[], info) => {
      const cells = cellsOf(record);
      if (cells.length > 0) rows.push({ number: lineOf(info), cells });
      return null;
    },
  });
  expectAnyLength(parser);
  // All records are taken above. Without a reader it would never end.
  parser.resume();
  const ended = finished(parser);
  // The write that fails has the same error.
  ended.catch(() => undefined);
  const write = (part: string) =>
    new Promise<void>((resolve, reject) => parser.write(part, (error) => (error ? reject(error) : resolve())));
  const takeRows = () => {
    if (lineOf(parser.info) > LINES_MAX) tooComplex(`It has more than ${LINES_MAX} lines.`);
    const taken = rows;
    rows = [];
    return taken;
  };
  try {
    for (const part of parts) {
      await write(part);
      yield takeRows();
    }
    parser.end();
    await ended;
    yield takeRows();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineOf(parser.info) + 1;
    if (error.code === "CSV_MAX_RECORD_SIZE") tooComplex(`Record ${line} is too long, or its quote is open.`);
    unreadable(`A quote in record ${line} is not closed.`);
  } finally {
    parser.destroy();
  }
}

/**
 * The library makes an error with a stack for each record whose length differs from the first one, and drops it with
 * `relax_column_count`. That takes 20 times as long as reading the record. So the expected length is always the found one.
 */
function expectAnyLength(parser: Parser): void {
  const { state } = parser as Parser & { state: { record: string[] } };
  Object.defineProperty(state, "expectedRecordLength", { get: () => state.record.length, set: () => undefined });
}

function cellsOf(record: readonly string[]): Row["cells"] {
  let length = record.length;
  while (length > 0 && record[length - 1]!.trim() === "") length--;
  if (length > COLUMNS_MAX) tooComplex(`It has more than ${COLUMNS_MAX} columns.`);
  return record.slice(0, length).map((text) => textCell(unguardFormulas(text)));
}
