import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { expect } from "vitest";
import { type Backend, type Caller, finished } from "./backend.ts";
import { checkedFetch } from "./conformance.ts";

export type Row = Record<string, string | null>;

export interface TableFile {
  name: string;
  bytes: ArrayBuffer;
}

/** Of one step, because a busy machine takes long. */
export const IMPORT_WAIT_MS = 120_000;
/** Rows of one answer. */
const ROWS = 500;

/** Requests in the name of one caller that must not be refused. */
export const sent = (backend: Backend, as: Caller) => async (method: string, path: string, body?: object) => {
  const headers = { "idempotency-key": newId() };
  const answer = await backend.call(method, path, { as, headers, ...(body !== undefined && { body }) });
  expect([path, answer.status, answer.status < 300 ? "" : answer.text]).toEqual([path, answer.status, ""]);
  return answer.json;
};

export async function downloaded(backend: Backend, as: Caller, path: string, name: string): Promise<TableFile> {
  const answer = await checkedFetch(backend.urls.gateway + path, { headers: as });
  expect([path, answer.status]).toEqual([path, 200]);
  return { name, bytes: await answer.arrayBuffer() };
}

/** Imports a file, which must have no invalid row. Returns the values of its rows by column key, and the ended job. */
export async function importedTable(backend: Backend, as: Caller, template: string, { name, bytes }: TableFile) {
  const call = sent(backend, as);
  const form = new FormData();
  form.set("template_id", template);
  form.set("upload_file", new Blob([bytes]), name);
  const headers = { ...as, "idempotency-key": newId() };
  const created = await fetch(`${backend.urls.gateway}/v2/imports/sessions`, { method: "POST", headers, body: form });
  const session = (await created.json()) as { import_id: string; total_rows: number };
  expect([template, created.ok, session]).toMatchObject([template, true, {}]);
  const path = `/v2/imports/${session.import_id}`;
  const left = (status: string) =>
    until(
      `${template} is not ${status}`,
      async () => (await call("GET", `${path}/status`)).status !== status,
      IMPORT_WAIT_MS,
    );
  if (created.status === 202) await left("created");
  const { suggestions } = await call("POST", `${path}/mapping/suggest`);
  const mapping = Object.fromEntries(
    suggestions.map(({ source_column, target_column }: Row) => [source_column, target_column]),
  );
  const validated = await call("POST", `${path}/validate`, { mapping });
  if (validated.status === "validating") await left("validating");
  const { rows } = await call("GET", `${path}/rows?page_size=${ROWS}`);
  const invalid = rows.filter(({ errors }: { errors: object }) => Object.keys(errors).length > 0);
  expect([template, name, invalid]).toEqual([template, name, []]);
  const { processing_job_id } = await call("POST", `${path}/submit`, {});
  await left("submitting");
  const job = await finished(backend, as, processing_job_id, IMPORT_WAIT_MS);
  expect([template, job.total_items]).toEqual([template, session.total_rows]);
  return { job, rows: rows.map(({ data }: { data: Row }) => data) as Row[] };
}
