import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, createClient, RefusedError } from "@emissions/client";
import { newId } from "@emissions/kit/process/id";
import { unitId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** The next requests whose answers the proxy loses, or refuses with 429. */
let faults: ("lost" | "limited")[] = [];
let requests: string[] = [];
let backend: Backend;
let proxy: Server;
let client: Client;

beforeAll(async () => {
  backend = await sharedBackend();
  proxy = createServer((received, response) => {
    requests.push(`${received.method} ${received.url}`);
    const fault = faults.shift();
    if (fault === "limited") return void response.writeHead(429, { "retry-after": "0" }).end("{}");
    const { method, headers } = received;
    const forwarded = request(new URL(received.url!, backend.urls.gateway), { method, headers }, (answer) => {
      if (fault === "lost") return void response.destroy();
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    received.pipe(forwarded);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { id, api_keys } = backend.organizations.get("outsider")!;
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
  client = createClient({ baseUrl, organizationId: id, credential: { apiKey: api_keys.editor } });
});
afterAll(() => proxy.close());

const EXACT = "12345678901234567890.123456789";
const purchase = {
  unit_id: unitId("EUR"),
  product_name: "Cement",
  sector: "23.51",
  purchase_date: "2025-03-14",
  expense_type: "opex" as const,
  quantity: EXACT,
};

describe("the client", () => {
  it("keeps every digit of a decimal, from the request to the answer", async () => {
    const { id, quantity } = await client.call("createPurchase", { body: purchase });
    expect(quantity).toBe(EXACT);
    expect((await client.call("getPurchase", { path: { id } })).quantity).toBe(EXACT);
  });

  it("stores a record once when the answer is lost, and repeats calls that limits refuse", async () => {
    const name = newId();
    requests = [];
    faults = ["limited", "lost"];
    const { id } = await client.call("createPurchase", { body: { ...purchase, product_name: name } });
    expect(requests).toEqual(Array(3).fill("POST /v1/purchases"));
    const stored = await Array.fromAsync(client.items("listPurchases"));
    expect(stored.filter(({ product_name }) => product_name === name).map((one) => one.id)).toEqual([id]);
  });

  it("walks through all pages of a list, for each style of paging", async () => {
    const records = Array.from({ length: 5 }, (_, at) => ({ name: `Site ${at}`, type: "office", country: "ES" }));
    const { items } = await client.call("createFacilities", { body: { records } });
    const made = items.map(({ id }) => id).sort();
    const listed = await Array.fromAsync(client.items("listFacilities", { query: { size: 2 } }));
    expect(listed.map(({ id }) => id).sort()).toEqual(expect.arrayContaining(made));
    const pages = await Array.fromAsync(client.pages("listFacilities", { query: { size: 2, page: 2 } }));
    expect(pages.flatMap(({ items }) => items).map(({ id }) => id)).toEqual(listed.slice(2).map(({ id }) => id));

    const databases = await Promise.all(
      ["A", "B", "C"].map((name) => client.call("createCustomDatabase", { body: { name, description: name } })),
    );
    const byOffset = await Array.fromAsync(client.items("listCustomDatabases", { query: { limit: 2 } }));
    expect(byOffset.map(({ id }) => id)).toEqual(expect.arrayContaining(databases.map(({ id }) => id)));
    const bare = await Array.fromAsync(client.items("listUnits", { query: { size: 90 } }));
    expect(new Set(bare.map(({ id }) => id)).size).toBe((await client.call("listUnits")).length);
  });

  it("has each item once that exists all the time, while others come and go", async () => {
    const records = Array.from({ length: 6 }, (_, at) => ({ name: `Walk ${at}`, type: "office", country: "ES" }));
    const { items } = await client.call("createFacilities", { body: { records } });
    const [gone, ...stays] = items.map(({ id }) => id);
    const seen: string[] = [];
    requests = [];
    for await (const { id, name } of client.items("listFacilities", { query: { size: 2 } })) {
      seen.push(id);
      if (name !== "Walk 1") continue;
      // By number, these would move the next two items.
      await client.call("deleteFacility", { path: { facility_id: gone! } });
      const before = [{ name: "A", type: "office", country: "ES" }].flatMap((one) => [one, one, one]);
      await client.call("createFacilities", { body: { records: before } });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(stays));
    const followed = requests.filter((one) => one.startsWith("GET /v1/facilities?")).slice(1);
    expect(followed.every((one) => one.includes("cursor=") && !one.includes("page="))).toBe(true);
  });

  it("checks a request without storing it", async () => {
    expect(await client.dryRun("createPurchase", { body: purchase })).toEqual({ dry_run: true, valid: true, total: 1 });
  });

  it("throws the refusal of the service, with its code and all violations", async () => {
    const missing = client.call("getPurchase", { path: { id: newId() } });
    await expect(missing).rejects.toMatchObject({ status: 404, code: "NOT_FOUND", requestId: expect.any(String) });
    const refused = client.call("createPurchase", { body: { ...purchase, quantity: "-1" } });
    await expect(refused).rejects.toBeInstanceOf(RefusedError);
    await expect(refused).rejects.toMatchObject({ status: 422, errors: [{ loc: ["body", "quantity"] }] });
  });

  it("sends files, and returns their bytes", async () => {
    const file = new File(["date,kWh\n2025-01-31,1250.5\n"], "readings.csv", { type: "text/csv" });
    const { id } = await client.call("uploadFile", { body: { file } });
    const bytes = await client.call("downloadFile", { path: { id } });
    expect(new TextDecoder().decode(bytes)).toBe(await file.text());
  });
});
