import { describe, expect, it } from "vitest";
import type { Cell } from "../table/table.ts";
import { column, readRows, uuidRules, wastes } from "./templates.fixture.ts";

/** `VALUE_ROWS=100000` measures a whole file. */
const ROWS = Number(process.env.VALUE_ROWS ?? 3_000);
const BUDGET_MS = Math.max(2_000, (3_000 * ROWS) / 100_000);

describe("conversion", () => {
  it(`of ${ROWS} rows with 12 columns takes less than ${BUDGET_MS} ms`, () => {
    const names = Array.from({ length: 200 }, (_, at) => `Plant ${at}`);
    const matches = names.map((name, at) => {
      const value = `61743a63-ff70-459c-9567-${String(at).padStart(12, "0")}`;
      return [name, { status: "matched", match: { value, label: name } } as const] as const;
    });
    const options = ["landfill", "incineration", "recycling"].map((value) => ({
      value,
      labels: { en: value, es: value },
      aliases: [],
    }));
    const template = wastes([
      ...["facility_id", "unit_id", "ler_code_id", "waste_rd_code_id"].map((key) =>
        column(key, "reference", { reference: "facility", rules: uuidRules }),
      ),
      column("start_date", "date", { required: true }),
      column("end_date", "date"),
      column("base_quantity", "number", { required: true }),
      column("total_km_to_waste_center", "number"),
      column("identification_name", "text"),
      column("description", "text"),
      column("destination", "option", { options }),
      column("external_id", "text", { path: ["origin", "externalId"] }),
    ]);
    const resolutions = new Map(template.columns.slice(0, 4).map(({ key }) => [key, new Map(matches)]));
    const rows = Array.from({ length: ROWS }, (_, at): Cell[] => [
      ...[0, 1, 2, 3].map((shift) => names[(at + shift) % names.length]!),
      `${String((at % 28) + 1).padStart(2, "0")}/03/2026`,
      { day: "2026-03-31" },
      `${at},${at % 100}`,
      { number: `${at}.5` },
      `Waste ${at}`,
      "Paper and board of the offices",
      options[at % 3]!.value,
      `W-${at}`,
    ]);
    const start = performance.now();
    const read = readRows(template, rows, { resolutions });
    const elapsedMs = performance.now() - start;
    if (process.env.VALUE_ROWS) console.log(`${ROWS} rows: ${Math.round(elapsedMs)} ms`);
    expect(read.filter(({ errors }) => Object.keys(errors).length > 0)).toEqual([]);
    expect(elapsedMs).toBeLessThan(BUDGET_MS);
  });
});
