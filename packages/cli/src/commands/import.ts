import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Client, Operations } from "@emissions/client";
import type { Command } from "../command.ts";
import { connect } from "../connection.ts";
import { EXIT, Failure, usageFailure } from "../exit.ts";
import { confirmed } from "../input.ts";
import { type Io, inLine, Progress, print } from "../io.ts";
import { givenMapping, MAPPING_OPTIONS, mappingFor, type Sent } from "../mapping.ts";
import { flagOf, type Options, textOf } from "../options.ts";
import { printFields, printJson, Table } from "../output.ts";
import { until } from "../poll.ts";
import { type Ended, exitOfJob, printEnded, TIMEOUT, timeoutMsOf, waitForJob } from "./jobs.ts";

type Status = Operations["getImportStatus"]["answer"];

/** The service takes no larger ones. */
const FILE_BYTES_MAX = 25 * 1024 * 1024;
/** For the reading or the validation of a file. The service gives up earlier. */
const STEP_MS_MAX = 15 * 60_000;
/** Rows whose errors are shown. */
const ERROR_ROWS_MAX = 1_000;

/** An error of a cell, or of a whole row with the column `_row`. */
interface RowError {
  row_number: number;
  column: string;
  code: string;
  message: string;
}

/** The result of the command. Scripts depend on its fields. */
interface Result {
  import_id: string;
  template_id: string;
  file_name: string;
  mapping: Record<string, string>;
  /** Constants, and the first and the last day of the rows if one column of months, quarters or years has both. */
  fill: Status["fill"];
  /** How readings of a meter became one row of a month; null if each row is a record. */
  combine: Status["combine"];
  /** Columns of the file that are not imported. */
  unmapped_columns: string[];
  total_rows: number;
  valid_rows: number;
  error_rows: number;
  /** Rows that may repeat a record that is there, or an earlier row. */
  duplicate_rows: number;
  /** Those of the first 1,000 rows with errors. */
  errors: RowError[];
  submitted: boolean;
  file_id: string | null;
  job_id: string | null;
  /** Null unless the command has waited for its end. */
  job: Ended | null;
}

export const importFile: Command = {
  name: "import",
  about: "Imports a csv, tsv, xlsx or xls file: upload, mapping, validation, submission.",
  details: [
    "Columns are mapped as the service suggests, or by --mapping or --saved-mapping.",
    "Errors are printed for each row and column, and nothing is submitted then (exit code 6).",
    "Without --yes a terminal is asked before the submission. Outside of a terminal the file is only checked.",
    "A session that is not submitted is deleted, so that the file can be corrected and imported again.",
  ],
  arguments: [{ name: "file", about: "Path of the file, at most 25 MiB and 200,000 rows." }],
  options: [
    { name: "template", value: "id", about: "Template of the records, such as wastes.", required: true },
    ...MAPPING_OPTIONS,
    { name: "numeric-locale", value: "locale", about: "Locale of numbers, such as es_ES. Default: detected." },
    { name: "date-locale", value: "locale", about: "Locale of days, such as es_ES. Default: detected." },
    { name: "sheet", value: "name", about: "Sheet of a workbook. Default: the first one with values." },
    { name: "strict", about: "Makes errors of rows that may be there already, and refuses a file that was imported." },
    { name: "yes", about: "Submits without a question." },
    { name: "ignore-errors", about: "Leaves rows with errors out and submits the others. The exit code stays 6." },
    { name: "keep", about: "Keeps a session that is not submitted, for corrections elsewhere." },
    { name: "no-wait", about: "Does not wait for the end of the job." },
    TIMEOUT,
  ],
  examples: [
    "emissions import wastes.csv --template wastes --date-locale es_ES",
    "emissions import wastes.csv --template wastes --mapping columns.json --yes --json",
    "emissions import meter.csv --template invoices --fill type=electricity --fill 'facility_id=Bilbao plant' --strict",
  ],
  exits: [EXIT.refused, EXIT.signIn, EXIT.notFound, EXIT.unreachable, EXIT.rowsFailed, EXIT.timedOut],
  run: async ({ io, options, isJson, args }) => {
    const limitMs = timeoutMsOf(options);
    const file = await openFile(args.file!);
    const given = await givenMapping(io, options);
    const { client } = await connect(io, options);
    const progress = new Progress(io);
    const { import_id, source_columns } = await upload(client, file, options);
    const result = await keepingSession(client, import_id, options, async () => {
      const read = await settled(client, import_id, ["created"]);
      progress.line(`Read ${read.total_rows} rows of ${file.name}`);
      const sent = await mappingFor(client, read, given);
      const checked = await validated(client, import_id, { sent, headers: headersOf(options) }, progress);
      const { mapping, fill, combine } = checked;
      if (combine) progress.line(`Combined them to ${checked.valid_rows + checked.error_rows} months`);
      const { errors, valid_rows, error_rows, duplicate_rows } = checked;
      if (duplicate_rows > 0) progress.line(`Rows that may be there already: ${duplicate_rows}`);
      await printErrors(io, errors, error_rows);
      const filling = new Set([...Object.values(fill).map(({ column }) => column), ...columnsOf(combine)]);
      const unmapped = source_columns.filter((column) => !Object.hasOwn(mapping, column) && !filling.has(column));
      if (unmapped.length > 0) progress.line(`Not imported: ${unmapped.join(", ")}`);
      const counts = { total_rows: read.total_rows, valid_rows, error_rows, duplicate_rows };
      const head = { import_id, template_id: read.template_id, file_name: read.file_name, mapping, fill, combine };
      const submission = (await maySubmit(io, options, checked))
        ? await client.call("submitImport", {
            path: { import_id },
            headers: headersOf(options),
            body: { ignore_errors: flagOf(options, "ignore-errors") },
          })
        : null;
      return {
        ...head,
        unmapped_columns: unmapped,
        ...counts,
        errors,
        submitted: submission !== null,
        file_id: submission?.file_id ?? null,
        job_id: submission?.processing_job_id ?? null,
        job: null,
      };
    });
    const isWaiting = result.job_id !== null && !flagOf(options, "no-wait");
    const ended = isWaiting ? await waitForJob(io, client, result.job_id!, limitMs) : null;
    await show(io, { ...result, job: ended }, isJson);
    if (result.error_rows > 0) return EXIT.rowsFailed;
    return ended ? exitOfJob(ended.job) : EXIT.ok;
  },
};

async function openFile(path: string): Promise<File> {
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_MAX) throw new RangeError(`it has more than ${FILE_BYTES_MAX} bytes`);
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw usageFailure(`${path} cannot be read: ${(error as Error).message}`);
  }
}

const headersOf = (options: Options): { Prefer?: string } =>
  flagOf(options, "strict") ? { Prefer: "handling=strict" } : {};

const columnsOf = (combine: Result["combine"]) =>
  combine ? [combine.at.column, combine.at.time_column, combine.estimated_column] : [];

function upload(client: Client, file: File, options: Options) {
  const texts = {
    numeric_locale: textOf(options, "numeric-locale"),
    date_locale: textOf(options, "date-locale"),
    sheet_name: textOf(options, "sheet"),
  };
  const set = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  const body = { template_id: textOf(options, "template")!, ...set, upload_file: file };
  return client.call("createImportSession", { body });
}

/** Deletes the session unless it was submitted: an organization may have 50 of them. */
async function keepingSession(
  client: Client,
  importId: string,
  options: Options,
  use: () => Promise<Result>,
): Promise<Result> {
  let isSubmitted = false;
  try {
    const result = await use();
    isSubmitted = result.submitted;
    return result;
  } finally {
    // A session that cannot be deleted expires by itself.
    if (!isSubmitted && !flagOf(options, "keep"))
      await client.call("deleteImportSession", { path: { import_id: importId } }).catch(() => {});
  }
}

/** Waits until the session has left some states. */
async function settled(client: Client, importId: string, states: readonly Status["status"][]): Promise<Status> {
  const status = await until("The reading of the file", STEP_MS_MAX, async () => {
    const found = await client.call("getImportStatus", { path: { import_id: importId } });
    return states.includes(found.status) ? null : found;
  });
  if (["failed", "expired"].includes(status.status))
    throw new Failure(EXIT.refused, `The import has failed: ${status.status_detail ?? status.status}`, "IMPORT_FAILED");
  return status;
}

/** Validates all rows, and returns their errors. */
async function validated(
  client: Client,
  importId: string,
  { sent, headers }: { sent: Sent; headers: { Prefer?: string } },
  progress: Progress,
) {
  progress.show("Validating");
  const path = { import_id: importId };
  await client.call("startImportValidation", { path, query: { errors_only: true }, headers, body: sent });
  const status = await settled(client, importId, ["validating"]).finally(() => progress.clear());
  if (status.status !== "validated")
    throw new Failure(EXIT.refused, `The validation has failed: ${status.status_detail ?? ""}`, "VALIDATION_FAILED");
  const errors: RowError[] = [];
  let rows = 0;
  if (status.error_rows > 0) {
    for await (const { row_number, errors: found } of client.items("listImportRows", {
      path,
      query: { errors_only: true },
    })) {
      for (const [column, all] of Object.entries(found))
        errors.push(...all.map(({ code, message }) => ({ row_number, column, code, message })));
      rows += 1;
      if (rows >= ERROR_ROWS_MAX) break;
    }
  }
  const { valid_rows, error_rows, duplicate_rows, fill, combine } = status;
  return { errors, valid_rows, error_rows, duplicate_rows, mapping: status.mapping ?? {}, fill, combine };
}

async function printErrors(io: Io, errors: readonly RowError[], errorRows: number): Promise<void> {
  const lines = errors.map(
    ({ row_number, column, code, message }) => `row ${row_number}, ${inLine(column)}: ${inLine(message)} (${code})\n`,
  );
  if (errorRows > ERROR_ROWS_MAX) lines.push(`and errors of ${errorRows - ERROR_ROWS_MAX} further rows\n`);
  await print(io.stderr, lines.join(""));
}

async function maySubmit(
  io: Io,
  options: Options,
  { valid_rows, error_rows }: Pick<Result, "valid_rows" | "error_rows">,
): Promise<boolean> {
  if (valid_rows === 0 || (error_rows > 0 && !flagOf(options, "ignore-errors"))) return false;
  return flagOf(options, "yes") || confirmed(io, `Submit ${valid_rows} rows?`);
}

async function show(io: Io, result: Result, isJson: boolean): Promise<void> {
  if (isJson) return printJson(io, result);
  const { mapping, fill, combine: _, errors, unmapped_columns, job, job_id, file_id, ...counts } = result;
  const filled = Object.entries(fill).map(([template, { column, value }]) => ({
    column: column ?? `"${value}"`,
    template,
  }));
  await new Table(io, ["column", "template"]).print([
    ...Object.entries(mapping).map(([column, template]) => ({ column, template })),
    ...filled,
  ]);
  await printFields(io, { ...counts, file_id });
  if (job) await printEnded(io, job);
  else if (job_id) await printFields(io, { job: job_id });
  else await print(io.stdout, "Nothing was submitted\n");
}
