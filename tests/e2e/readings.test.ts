import { GOLDEN } from "@emissions/imports/reading/golden/golden.fixture";
import { newId } from "@emissions/kit/process/id";
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

it("a confirmed bill counts its consumption, without what was fed in", async () => {
  const { bytes } = GOLDEN.find(({ what }) => what === "UBL: use and feed-in")!;
  const reading = await readingOf(bytes, "bill.xml");
  const post = (path: string, body: object) =>
    backend.call("POST", path, { as: us, headers: { "idempotency-key": newId() }, body });
  const facility = { name: `Works ${newId()}`, type: "factory", country: "GB", address: "Leeds" };
  const { json: site } = await post("/v1/facilities", facility);
  const confirmation = { file_readings: [{ id: reading.id }], facilities: [{ id: site.id, percentage: 1 }] };
  const confirmed = await post("/v1/files/readings", confirmation);
  expect([confirmed.status, confirmed.json.record_ids]).toEqual([201, [expect.any(String)]]);
  const { json: invoice } = await backend.call("GET", `/v1/invoices/${confirmed.json.record_ids[0]}`, { as: us });
  expect(invoice).toMatchObject({ base_quantity: 500, start_date: "2024-03-01T00:00:00" });
  const calculated = await until("the emissions of the bill", async () => {
    const { json } = await backend.call("GET", `/v1/invoices/${invoice.id}`, { as: us });
    return json.co2e !== null && json;
  });
  expect(calculated.co2e).toBe(216.66);
});
