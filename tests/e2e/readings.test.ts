import { GOLDEN } from "@emissions/imports/reading/golden/golden.fixture";
import { until } from "@emissions/testkit/poll";
import { beforeAll, describe, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("outsider");
});

/** Uploads a document, reads it, and waits for its values. */
async function readingOf(bytes: Buffer, name: string) {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(bytes)], name));
  const answer = await fetch(`${backend.urls.gateway}/v1/files`, { method: "POST", headers: us, body: form });
  const { id } = (await answer.json()) as { id: string };
  const event = { event_type: "PROCESS_DOCUMENT", detail: { file_id: id } };
  const { status, json } = await backend.call("POST", "/v1/files/send-event", { as: us, body: event });
  if (status >= 300) throw new Error(`the reading starts with ${status}`);
  expect(json).toBeDefined();
  return until(`the reading of ${name}`, async () => {
    const { json: list } = await backend.call("GET", `/v1/files/readings?file_id=${id}`, { as: us });
    const { reading } = list.items[0];
    return !["pending", "reading"].includes(reading.status) && reading;
  });
}

const CASES = GOLDEN.filter(({ what }) =>
  /yearly usage|a table with|from natural gas|same kWh|sewage|feed-in|UBL: (?:Arbeits|Cons)|Facturae|FatturaPA/.test(
    what,
  ),
);

describe("a document that is uploaded", () => {
  it.each(CASES)("$what has its values, or is for review", async ({ what, bytes, sure, expected }) => {
    const reading = await readingOf(bytes, what.includes("PDF") ? "bill.pdf" : "bill.xml");
    expect([reading.status, reading.category, reading.warnings]).toEqual([
      sure ? "success" : "review",
      expected.category,
      expected.warnings ?? [],
    ]);
    const [{ quantity }] = expected.items as [{ quantity?: string | null }];
    expect(Number(reading.content.items[0].quantity)).toBe(Number(quantity));
    expect(reading.content.items[0]).toMatchObject({ start_date: expect.any(String), end_date: expect.any(String) });
  });
});
