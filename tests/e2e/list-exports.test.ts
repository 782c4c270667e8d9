import { readCsv } from "@emissions/imports/table/csv/csv";
import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Backend, type Caller, finished } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

/** `EXPORTED_ROWS=50000 npm test tests/e2e/list-exports.test.ts` measures the largest export. */
const ROWS = Number(process.env.EXPORTED_ROWS ?? 600);
const BATCH = 5_000;
const LIMIT_MS = 300_000;

type Row = Record<string, string>;

let backend: Backend;
let us: Caller;
let plant: string;
let ids: Record<"kg" | "ler" | "rd", string>;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("iberia");
  plant = (await post("/v2/facilities", { records: [{ name: "Ebro, plant", type: "factory", country: "ES" }] }))
    .items[0].id;
  const [ler] = await get("/v1/wastes/ler-codes?search=150101");
  const rds = await get(`/v1/wastes/rd-codes?ler_code_id=${ler.id}`);
  const units = await get("/v2/units");
  ids = {
    kg: units.find(({ name }: Row) => name === "kilogram_(kg)").id,
    ler: ler.id,
    rd: rds.find(({ code }: Row) => code === "R03").id,
  };
});

const get = async (path: string) => (await backend.call("GET", path, { as: us })).json;
const post = async (path: string, body: object) =>
  (await backend.call("POST", path, { as: us, body, headers: { "idempotency-key": newId() } })).json;
const exported = async (path: string): Promise<Row[]> => {
  const { status, text } = await backend.call("GET", path, { as: us });
  expect(status).toBe(200);
  // As an import reads it.
  const rows: (readonly unknown[])[] = [];
  for await (const some of (await readCsv(Buffer.from(text), { fileName: "a.csv" })).rows)
    rows.push(...some.map(({ cells }) => cells));
  const [keys, ...values] = rows;
  return values.map((cells) => Object.fromEntries(keys!.map((key, at) => [key, cells[at]])) as Row);
};

async function addWastes(names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += BATCH) {
    const records = names.slice(at, at + BATCH).map((identification_name, n) => ({
      facility_id: plant,
      identification_name,
      start_date: "2025-01-01",
      end_date: "2025-01-31",
      base_quantity: `${n}.1234567890123`,
      unit_id: ids.kg,
      ler_code_id: ids.ler,
      waste_rd_code_id: ids.rd,
    }));
    const { job } = { job: await post("/v2/wastes", { records }) };
    await finished(backend, us, job.id, LIMIT_MS);
  }
}

describe("an export of a list", () => {
  it(
    "has every row once, in the words of an import, while others are added and deleted",
    async () => {
      const staying = Array.from({ length: ROWS }, (_, n) => `Waste ${n}`);
      const leaving = Array.from({ length: 20 }, (_, n) => `Leaving ${n}`);
      await addWastes([...staying.slice(0, ROWS / 2), ...leaving, ...staying.slice(ROWS / 2)]);
      const listed = await get("/v1/wastes?search=leaving&size=100");
      const leavingIds: string[] = listed.items.map(({ id }: Row) => id);
      const changes = (async () => {
        for (const id of leavingIds) await backend.call("DELETE", `/v1/wastes/${id}`, { as: us });
        await addWastes(["Added while the export runs"]);
      })();
      const begin = Date.now();
      const rows = await exported("/v1/wastes?format=csv");
      if (ROWS > 600) console.info(`${rows.length} rows in ${Date.now() - begin} ms`);
      await changes;
      const names = rows.map(({ identification_name }) => identification_name!);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => name.startsWith("Waste "))).toEqual(staying);
      expect(rows[7]).toMatchObject({
        facility_id: "Ebro, plant",
        identification_name: "Waste 7",
        start_date: "2025-01-01",
        base_quantity: "7.1234567890123",
        ler_code_id: "15 01 01",
        waste_rd_code_id: "R03",
      });
    },
    LIMIT_MS,
  );

  it("has the rows of the filters, and is refused when they are no longer those of the hash", async () => {
    const { total, filter_hash } = await get("/v1/wastes?search=waste+1");
    const path = `/v1/wastes?search=waste+1&format=csv&filter_hash=${filter_hash}`;
    expect(await exported(path)).toHaveLength(total);
    await addWastes(["Waste 1 again"]);
    const { status, json } = await backend.call("GET", path, { as: us });
    expect([status, json.code]).toEqual([409, "FILTER_HASH_MISMATCH"]);
  });

  it.each([
    "/v1/purchases",
    "/v1/facilities",
    "/v1/vehicles",
    "/v2/vehicle_consumptions",
    "/v1/invoices",
    "/v1/waste-water-treatments",
    "/v1/transports",
    "/v1/logistics/requests",
    "/v1/logistics/recharges",
    "/v1/hotel-stays",
    "/v1/business-travels",
    "/v1/employees",
    "/v1/employee-historic",
    "/v1/own_workforces",
    "/v1/own_workforce_trainings",
    "/v1/sold-products/country-sales",
  ])("exists for %s", async (path) => {
    for (const format of ["csv", "xlsx"]) {
      const { status, headers } = await backend.call("GET", `${path}?format=${format}`, { as: us });
      expect([status, headers.get("content-disposition")]).toEqual([200, expect.stringContaining(`.${format}"`)]);
    }
  });
});
