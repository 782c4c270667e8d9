import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { beforeAll, describe, expect, it } from "vitest";
import { as, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

let backend: Awaited<ReturnType<typeof gateway>>;
beforeAll(async () => {
  backend = await gateway();
});

type Verb = "GET" | "POST" | "PUT" | "DELETE";
const send = (method: Verb, url: string, payload?: object, who: Who = "editor") =>
  backend.app.inject({ method, url, headers: as(who), ...(payload && { payload }) });
const all = "/v1/files/readings";
const one = `${all}/${SAMPLE_ID}`;
const facility = { id: SAMPLE_ID, percentage: 1 };
const confirmation = { file_readings: [{ id: SAMPLE_ID }], facilities: [facility] };
const item = { invoice_number: "F-1", quantity: 12.5, unit: "kWh", start_date: "2025-01-01", end_date: "2025-01-31" };

const saidBy = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`);

describe("readings of files", () => {
  it("are started by an event, which is answered with true", async () => {
    const answer = await send("POST", "/v1/files/send-event", {
      event_type: "PROCESS_DOCUMENT",
      detail: { file_id: SAMPLE_ID },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, true]);
    const other = await send("POST", "/v1/files/send-event", { event_type: "OTHER", detail: { file_id: SAMPLE_ID } });
    expect(other.statusCode).toBe(422);
  });

  it("are listed with filters, and found", async () => {
    const answer = await send("GET", `${all}?category[]=water&category[]=gas&linked=true&name=a&file_id=${SAMPLE_ID}`);
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(["items", "total", "page", "size", "pages", "filter_hash"]);
    expect(backend.calls.lastRequest(ReadingService.method.listReadings)).toMatchObject({ linked: true, name: "a" });
    expect((await send("GET", one)).statusCode).toBe(200);
    expect(saidBy(await send("GET", `${all}?category=oil`))).toEqual(["query.category.0 type_error.enum"]);
    expect((await send("GET", `${all}?project_id=${SAMPLE_ID}`)).statusCode).toBe(200);
    expect(backend.calls.lastRequest(ReadingService.method.listReadings)).toMatchObject({ projectId: SAMPLE_ID });
    expect(saidBy(await send("GET", `${all}?project_id=1`))).toEqual(["query.project_id type_error.uuid"]);
  });

  it("are corrected with the values that they show", async () => {
    const items = [{ ...item, printed_fuel_name: "Gasóleo A", ler_code: null, confidence: 0.5 }];
    expect((await send("PUT", one, { content: { items }, category: "fuel_delivery" })).statusCode).toBe(200);
    expect((await send("PUT", one, { content: { items } }, "viewer")).statusCode).toBe(403);
  });

  it.each([
    { change: { quantity: -1 }, said: "quantity value_error.number.not_ge" },
    { change: { start_date: "31/01/2025" }, said: "start_date value_error.date" },
    { change: { volume: 1 }, said: "volume value_error.extra" },
  ])("refuse a correction with $said", async ({ change, said }) => {
    const answer = await send("PUT", one, { content: { items: [{ ...item, ...change }] } });
    expect(saidBy(answer)).toEqual([`body.content.items.0.${said}`]);
  });

  it("create records, and are deleted", async () => {
    expect((await send("POST", all, confirmation)).statusCode).toBe(201);
    expect((await send("POST", all, { ...confirmation, facilities: [] })).statusCode).toBe(422);
    expect((await send("POST", all, { ...confirmation, project_id: SAMPLE_ID })).statusCode).toBe(201);
    expect(backend.calls.lastRequest(ReadingService.method.confirmReading)).toMatchObject({ projectId: SAMPLE_ID });
    expect((await send("DELETE", one)).statusCode).toBe(204);
  });
});
