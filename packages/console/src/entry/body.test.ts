import { expect, it } from "vitest";
import { bodyOf, type Column } from "./body.ts";

const column = (key: string, type: Column["type"], source: Partial<Column> = {}) =>
  ({ key, type, reference: null, options_source: null, ...source }) as Column;
const columns = [
  column("quantity", "number"),
  column("supplier_id", "reference", { reference: "supplier" }),
  column("sector", "text", { options_source: "sectors" }),
  column("rooms", "integer"),
  column("round_trip", "boolean"),
];

it("sends decimals as texts, ids of entries, and no empty field", () => {
  const entries = {
    quantity: { text: "12345678901234567890,5" },
    supplier_id: { text: "Papelera, ES", value: "id-1" },
    sector: { text: "17.12 Paper (NACE)", value: "17.12" },
    rooms: { text: " " },
    round_trip: { text: "false" },
  };
  expect(bodyOf(columns, entries, "es")).toEqual({
    body: { quantity: "12345678901234567890.5", supplier_id: "id-1", sector: "17.12", round_trip: false },
    faults: {},
  });
});

it("takes a title of a sector that the list does not offer", () => {
  expect(bodyOf(columns, { sector: { text: "Paper" } }, "en").body).toEqual({ sector: "Paper" });
});

it("names the fields that it cannot read", () => {
  const entries = { quantity: { text: "1,000" }, supplier_id: { text: "Papel" }, rooms: { text: "two" } };
  expect(bodyOf(columns, entries, "en")).toEqual({
    body: {},
    faults: { quantity: "form.number", supplier_id: "form.choose", rooms: "form.integer" },
  });
});
