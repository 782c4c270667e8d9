import { newId } from "@emissions/kit/process/id";
import { expect } from "vitest";
import { type Backend, type Caller, finished } from "./backend.ts";

const BOUNDARY = "x7c1f";

/** Columns of the template of wastes, which map to themselves. */
export const WASTE_COLUMNS = [
  "facility_id",
  "identification_name",
  "start_date",
  "end_date",
  "base_quantity",
  "unit_id",
  "ler_code_id",
  "waste_rd_code_id",
];

/** The body of `POST /v2/imports/sessions`, as text. */
export const importForm = (texts: Readonly<Record<string, string>>, file?: { name: string; content: string }) =>
  formOf(texts, file && { ...file, part: "upload_file" });

/** A form with texts and a file, as text. */
export function formOf(
  texts: Readonly<Record<string, string>>,
  file?: { part: string; name: string; content: string },
) {
  const part = (disposition: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = Object.entries(texts).map(([name, text]) => part(`name="${name}"`, text));
  if (file !== undefined) parts.push(part(`name="${file.part}"; filename="${file.name}"`, file.content));
  return {
    body: `${parts.join("")}--${BOUNDARY}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export interface ImportSuggestion {
  source_column: string;
  target_column: string | null;
  unit: string | null;
  scale: string | null;
  notes: { code: string; message: string }[];
}

/** The suggested columns of the template, by columns of the file. */
export const mappingOf = (suggestions: readonly ImportSuggestion[]): Record<string, string> =>
  Object.fromEntries(
    suggestions.flatMap((one) => (one.target_column === null ? [] : [[one.source_column, one.target_column]])),
  );

export type Importer = ReturnType<typeof importer>;

/** The requests of imports in the name of one caller. A session is named by its path. */
export function importer(backend: Backend, us: Caller) {
  const send = (method: string, path: string, body?: object) => {
    const headers = { "idempotency-key": newId() };
    return backend.call(method, path, { as: us, headers, ...(body !== undefined && { body }) });
  };

  async function upload(template_id: string, content: string | readonly string[], texts: Record<string, string> = {}) {
    const lines = typeof content === "string" ? content : content.join("\r\n");
    const form = importForm({ template_id, ...texts }, { name: "table.csv", content: lines });
    const { json } = await backend.call("POST", "/v2/imports/sessions", { as: us, ...form });
    return `/v2/imports/${json.import_id}`;
  }

  /** An xlsx file, whose bytes are no text. */
  async function uploadWorkbook(template_id: string, workbook: Uint8Array, texts: Record<string, string> = {}) {
    const body = new FormData();
    for (const [name, text] of Object.entries({ template_id, ...texts })) body.append(name, text);
    body.append("upload_file", new File([new Uint8Array(workbook)], "table.xlsx"));
    const url = `${backend.urls.gateway}/v2/imports/sessions`;
    const answer = await fetch(url, { method: "POST", headers: us, body });
    return `/v2/imports/${((await answer.json()) as { import_id: string }).import_id}`;
  }

  const suggest = async (session: string): Promise<ImportSuggestion[]> =>
    (await send("POST", `${session}/mapping/suggest`)).json.suggestions;

  const validate = async (session: string, mapping: object, more: object = {}) =>
    (await send("POST", `${session}/validate`, { mapping, ...more })).json;

  /** The items of a list after the submission. */
  async function recordsOf(session: string, list: string) {
    const submitted = await send("POST", `${session}/submit`, {});
    expect([submitted.status, submitted.text]).toMatchObject([200, expect.anything()]);
    await finished(backend, us, submitted.json.processing_job_id);
    return (await send("GET", `${list}?file_id[]=${submitted.json.file_id}`)).json.items;
  }

  return { send, upload, uploadWorkbook, suggest, validate, recordsOf };
}
