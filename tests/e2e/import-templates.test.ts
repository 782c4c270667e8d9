import { createTableReader } from "@emissions/imports/table/reader";
import type { Cell } from "@emissions/imports/table/table";
import { beforeAll, describe, expect, it } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

interface Column {
  key: string;
  label: string;
  type: "text" | "number" | "integer" | "date" | "boolean" | "option" | "reference";
  is_list: boolean;
  required: boolean;
  options: { value: string; label: string }[];
  options_source: string | null;
}

const base = "/v2/imports/templates";
const reader = createTableReader({
  onCrash: (error) => {
    throw error;
  },
});

let backend: Backend;
let viewer: Caller;
let templates: { id: string; columns: Column[] }[];

const get = async (path: string, as: Caller = viewer, headers: Record<string, string> = {}) => {
  const { status, json } = await backend.call("GET", path, { as, headers });
  return { status, json };
};

/** The rows of the first sheet, or of the named one. */
async function example(id: string, query = "", { as = viewer, sheetName }: { as?: Caller; sheetName?: string } = {}) {
  const answer = await fetch(`${backend.urls.gateway}${base}/${id}/example.xlsx${query}`, { headers: { ...as } });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const rows: Cell[][] = [];
  const outcome = await reader.read({ bytes, fileName: "example.xlsx", sheetName }, async (some) => {
    rows.push(...some.map(({ cells }) => cells));
  });
  if ("refusal" in outcome) throw new Error(outcome.refusal.message);
  return { table: outcome.table, rows };
}

beforeAll(async () => {
  backend = await sharedBackend();
  viewer = backend.caller("iberia", "viewer");
  const { json } = await get(base);
  const ids = (json as { template_id: string }[]).map(({ template_id }) => template_id);
  templates = await Promise.all(ids.map(async (id) => ({ id, columns: (await get(`${base}/${id}`)).json.columns })));
});

describe("templates", () => {
  it("exist for every kind of record that is recorded in batches, in three languages", async () => {
    expect(templates.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["purchases", "facilities", "survey_answers", "logistics_requests", "sold_products"]),
    );
    expect(templates).toHaveLength(18);
    const spanish = await get(`${base}/wastes`, viewer, { "accept-language": "es-ES,es;q=0.9" });
    expect([spanish.json.label, spanish.json.columns[0].label]).toEqual(["Residuos", "Centro"]);
    expect((await get(`${base}/wastes?language=ca`)).json.label).toBe("Residus");
  });

  it("are the same for all organizations and roles, and hidden from callers without a key", async () => {
    const ours = await get(`${base}/wastes`);
    const theirs = await get(`${base}/wastes`, backend.caller("outsider", "human_resources"));
    expect(theirs).toEqual(ours);
    expect((await backend.call("GET", base)).status).toBe(422);
  });

  it("name catalogues that have options", async () => {
    const sources = templates.flatMap(({ columns }) => columns.flatMap((column) => column.options_source ?? []));
    for (const source of new Set(sources)) {
      const { status, json } = await get(`/v2/imports/options/${source}`);
      expect([source, status, json.source_key]).toEqual([source, 200, source]);
      const options = json.options as { value: string; label: string }[];
      expect(options.length, source).toBeGreaterThan(5);
      expect(new Set(options.map(({ value }) => value)).size, source).toBe(options.length);
      expect(options.filter(({ value, label }) => value.trim() === "" || label.trim() === "")).toEqual([]);
    }
  });

  it("translate countries and currencies", async () => {
    const countries = (await get("/v2/imports/options/countries?language=es")).json.options;
    expect(countries).toContainEqual({ value: "es", label: "España" });
    expect((await get("/v2/imports/options/countries")).json.options).toContainEqual({ value: "es", label: "Spain" });
    const currencies = (await get("/v2/imports/options/currencies?language=ca")).json.options;
    expect(currencies).toContainEqual({ value: "EUR", label: "euro" });
  });

  it.each([
    [`${base}/nothing`, "IMPORT_TEMPLATE_NOT_FOUND"],
    [`${base}/nothing/example.xlsx`, "IMPORT_TEMPLATE_NOT_FOUND"],
    ["/v2/imports/options/nothing", "IMPORT_OPTIONS_NOT_FOUND"],
    ["/v2/imports/options/toString", "IMPORT_OPTIONS_NOT_FOUND"],
  ])("refuse %s with %s", async (path, code) => {
    const { status, json } = await get(path);
    expect([status, json.code]).toEqual([404, code]);
  });

  it("refuse a name that no text can have", async () => {
    const { status, json } = await get(`${base}/%00`);
    expect([status, json.errors]).toMatchObject([422, [{ loc: ["path", "template_id"] }]]);
  });
});

describe("example files", () => {
  it("have every column and three rows with cells of its type", async () => {
    // Each file takes a worker thread, and the round trip of imports reads those of all templates in English.
    for (const { id } of templates.filter((_, place) => place % 3 === 0)) {
      const language = "es";
      const { columns } = (await get(`${base}/${id}?language=${language}`)).json as { columns: Column[] };
      const { table, rows } = await example(id, `?language=${language}`);
      expect(table.columns, id).toEqual(columns.map(({ label }) => label));
      expect([table.headerRow, table.totalRows], id).toEqual([0, 3]);
      for (const row of rows) {
        for (const [index, column] of columns.entries()) {
          expect(fits(row[index] ?? null, column), `${id} ${column.key} ${JSON.stringify(row[index])}`).toBe(true);
        }
      }
    }
  });

  it("name entities of the organization that the role may read", async () => {
    const as = backend.caller("nordics", "admin");
    const before = await example("wastes", "", { as });
    expect(before.rows[0]![0]).toBe("Plant north");
    const [notes] = (await example("wastes", "", { as, sheetName: "Columns" })).rows.slice(-1);
    expect(notes![0]).toMatch(/no such entity yet.*: Plant north$/);

    const facility = { name: "Plant of Malmö", type: "factory", country: "SE" };
    expect((await backend.call("POST", "/v1/facilities", { as, body: facility })).status).toBe(201);
    expect((await example("wastes", "", { as })).rows[0]![0]).toBe(facility.name);
    const [last] = (await example("wastes", "", { as, sheetName: "Columns" })).rows.slice(-1);
    expect(last![0]).toMatch(/^The rows of the first sheet are examples/);
    const theirs = await example("wastes", "", { as: backend.caller("outsider", "admin") });
    expect(theirs.rows[0]![0]).toBe("Plant north");
    const ofPeople = await example("wastes", "", { as: backend.caller("nordics", "human_resources") });
    expect(ofPeople.rows[0]![0]).toBe("Plant north");
  });
});

function fits(cell: Cell, { type, is_list, required, options }: Column): boolean {
  if (cell === null) return !required;
  if (typeof cell === "boolean" || (typeof cell === "object" && "error" in cell)) return false;
  if (is_list)
    return typeof cell === "string" && (type !== "option" || cell.split("; ").every((one) => isLabel(one, options)));
  if (type === "number" || type === "integer") return typeof cell === "object" && "number" in cell;
  if (type === "date") return typeof cell === "object" && "day" in cell && cell.time === undefined;
  return typeof cell === "string" && (type !== "option" || isLabel(cell, options));
}

const isLabel = (text: string, options: Column["options"]) => options.some(({ label }) => label === text);
