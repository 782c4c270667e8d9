import { expect, it } from "vitest";
import { bodyOf, type Column, withItems } from "./body.ts";

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

it("sends days of the week as numbers", () => {
  const days = column("weekly_travels", "integer", { is_list: true });
  expect(bodyOf([days], { weekly_travels: { text: "0;4" } }, "en").body).toEqual({ weekly_travels: [0, 4] });
});

it("sends the fields of items as a list, in which an empty item keeps its place", () => {
  const fields = { name: "Parts", "sections.0.origin": "Madrid", "sections.2.origin": "Lyon" };
  expect(withItems(fields, "sections")).toEqual({
    name: "Parts",
    sections: [{ origin: "Madrid" }, {}, { origin: "Lyon" }],
  });
});
