import { beforeAll, describe, expect, it } from "vitest";
import { newEditor } from "../imports.fixture.ts";
import { sourcesOf, targetsOf } from "../mapping/fill.ts";
import type { Cell } from "../table/table.ts";
import { templateOf } from "../template/templates.ts";
import type { ReadRow } from "../values/read-row.ts";
import { resolveReferences } from "../values/resolve.ts";
import { createRowReader } from "../values/row-reader.ts";
import { createColumnScan } from "../values/scan.ts";
import { testSources } from "../values/sources.fixture.ts";
import { resolveHeaders } from "./effects.ts";
import { amountFacts } from "./facts.ts";

const { sources } = testSources();
const us = newEditor();
beforeAll(() => sources.catalogues.unit());

/** Rows of a file with these columns, mapped to these targets. */
async function read(templateId: string, mapping: Record<string, string>, rows: Cell[][], corrected: string[] = []) {
  const template = templateOf(templateId)!;
  const source = { template, columns: Object.keys(mapping), mapping };
  const scan = createColumnScan(source);
  for (const row of rows) scan.add(row);
  const resolutions = await resolveReferences(sources, us, template, scan.distinct);
  const filled = { mapping, fill: {} };
  const facts = await amountFacts(sources.catalogues, {
    template,
    sources: sourcesOf(filled),
    targets: targetsOf(filled),
    ...scan.styles(),
  });
  const reader = createRowReader({ ...source, styles: scan.styles(), resolutions, facts });
  return rows.map((row) => reader.read(row, new Set(corrected)));
}
const keysOf = (mapping: Record<string, string>) => Object.values(mapping);
const shown = async (templateId: string, mapping: Record<string, string>, ...row: Cell[]) => {
  const [{ data, errors }] = (await read(templateId, mapping, [row])) as [ReadRow];
  return keysOf(mapping).map((key) => errors[key]?.[0]?.code ?? data[key]);
};
const faultOf = async (templateId: string, header: string, key: string, more: Record<string, string> = {}) => {
  const filled = { mapping: { [header]: key, ...more }, fill: {} };
  const template = templateOf(templateId)!;
  const result = (
    await resolveHeaders(sources.catalogues, { template, sources: sourcesOf(filled), targets: targetsOf(filled) })
  ).get(key);
  return result !== undefined && "fault" in result ? result.fault.type : null;
};

describe("the unit of a header", () => {
  it.each([
    ["Weight (t)", "logistics_requests", "load", "12.5", { load: "12.5", load_unit: "ton" }],
    ["Weight (lb)", "logistics_requests", "load", "100", { load: "45.35924" }],
    ["Distance (miles)", "business_travels", "distance_km", "100", { distance_km: "160.9344" }],
    ["Distance (mi)", "logistics_requests", "distance_km", "62.3", { distance_km: "100.26213" }],
    ["Distancia (m)", "business_travels", "distance_km", "1500", { distance_km: "1.5" }],
    ["Cantidad (t)", "wastes", "base_quantity", "2.5", { base_quantity: "2.5", unit_id: "tonne" }],
    ["Menge [kg]", "wastes", "base_quantity", "7", { base_quantity: "7", unit_id: "kilogram" }],
    ["USAGE (therms)", "invoices", "base_quantity", "3", { base_quantity: "3", unit_id: "therm" }],
    ["Consumo_kWh", "invoices", "base_quantity", "350", { base_quantity: "350", unit_id: "kilowatt hour" }],
    ["Consumo (miles de kWh)", "invoices", "base_quantity", "3.5", { base_quantity: "3500", unit_id: "kilowatt hour" }],
    ["Amount (thousands)", "purchases", "quantity", "1.5", { quantity: "1500" }],
    ["Importe (miles)", "purchases", "quantity", "2", { quantity: "2000" }],
    ["Amount (USD)", "purchases", "quantity", "9", { quantity: "9", unit_id: "USD" }],
    ["Betrag (T€)", "purchases", "quantity", "9", { quantity: "9000", unit_id: "EUR" }],
    ["Recycled (%)", "purchases", "recycled", "30", { recycled: "0.3" }],
    ["Duration (min)", "own_workforce_trainings", "hours", "90", { hours: "1.5" }],
  ])("%s is the unit of the amount", async (header, template, key, cell, data) => {
    const [row] = await read(template, { [header]: key }, [[cell]]);
    expect(row!.data).toMatchObject(data);
    expect(row!.errors[key]).toBeUndefined();
  });

  it.each([
    ["Distance (kg)", "business_travels", "distance_km"],
    ["Weight (kWh)", "business_travels", "distance_km"],
    ["Importe (€)", "invoices", "base_quantity"],
    ["Price (EUR/kWh)", "invoices", "base_quantity"],
    ["Price (EUR/kWh)", "purchases", "quantity"],
    ["Amount (kWh)", "purchases", "quantity"],
    ["Emissions (kg CO2e)", "invoices", "base_quantity"],
    ["Cost $", "wastes", "base_quantity"],
    ["Cost (EUR)", "business_travels", "distance_km"],
    ["kg per unit", "wastes", "base_quantity"],
  ])("%s is refused for %s.%s", async (header, template, key) => {
    expect(await faultOf(template, header, key)).toBe("value_error.header_unit");
  });

  it.each([
    ["Spend ($)", "purchases", "quantity"],
    ["Cantidad (miles)", "wastes", "base_quantity"],
    ["Weight (ton)", "wastes", "base_quantity"],
    ["Volume (gallons)", "invoices", "base_quantity"],
    ["Water (ML)", "invoices", "base_quantity"],
    ["Mass (MG)", "wastes", "base_quantity"],
  ])("%s has several meanings for %s.%s, unless another column decides", async (header, template, key) => {
    expect(await faultOf(template, header, key)).toBe("value_error.header_unit.ambiguous");
    if (header.includes("miles")) return;
    expect(await faultOf(template, header, key, { Unit: "unit_id" })).toBe(null);
  });

  const commutes = [
    ["employee_historic", "total_km"],
    ["survey_answers", "commutes.0.total_km"],
  ] as const;
  it.each(commutes)("of kilometres of both ways is halved for %s.%s", async (template, key) => {
    expect(await shown(template, { "round trip km": key }, "25")).toEqual(["12.5"]);
    expect(await shown(template, { "Km (ida y vuelta)": key }, "25")).toEqual(["12.5"]);
    expect(await shown(template, { "Ida y vuelta": key }, "25")).toEqual(["12.5"]);
    expect(await shown(template, { "Round trip (miles)": key }, "10")).toEqual(["8.04672"]);
    expect(await shown(template, { "Km ida": key }, "25")).toEqual(["25"]);
    expect(await shown(template, { "Daily round trip km": key }, "25")).toEqual(["12.5"]);
    const trips = key.replace("total_km", "daily_trips");
    expect(await faultOf(template, "Daily round trip km", key, { Trips: trips })).toBe(
      "value_error.header_unit.ambiguous",
    );
  });

  it.each(commutes)("of kilometres of a longer time is refused for %s.%s", async (template, key) => {
    for (const header of ["km/week", "Weekly km", "km semanales", "km/año", "annual km", "Weekly km (round trip)"])
      expect(await faultOf(template, header, key)).toBe("value_error.header_unit");
    for (const header of ["km/day", "Km al día"])
      expect(await faultOf(template, header, key)).toBe("value_error.header_unit.ambiguous");
  });

  it("of kilometres of a week counts for other records as before", async () => {
    expect(await faultOf("business_travels", "Weekly km", "distance_km")).toBe(null);
  });

  it("fills a unit that the row lacks, and contradicts another one by name", async () => {
    const mapping = { "Weight (t)": "base_quantity", Unit: "unit_id" };
    expect(await shown("wastes", mapping, "5", null)).toEqual(["5", "tonne"]);
    expect(await shown("wastes", mapping, "5", "tonnes")).toEqual(["5", "tonne"]);
    expect(await shown("wastes", mapping, "5", "kg")).toEqual(["value_error.unit.contradiction", "kilogram"]);
    const water = { "Water (ML)": "base_quantity", Unit: "unit_id" };
    expect(await shown("invoices", water, "5", "ml")).toEqual(["5", "millilitre"]);
    expect(await shown("invoices", water, "5", "megalitre")).toEqual(["5", "megalitre"]);
    expect(await shown("invoices", water, "5", "m3")).toEqual(["value_error.unit.contradiction", "cubic metre"]);
    expect(await shown("invoices", water, "5", null)).toEqual(["5", "value_error.ambiguous"]);
  });

  it("does not change corrected values, which are in the API's own unit", async () => {
    const corrected = ["distance_km"];
    const [row] = await read(
      "business_travels",
      { "Distance (miles)": "distance_km" },
      [[{ number: "160" }]],
      corrected,
    );
    expect(row!.data.distance_km).toBe("160");
    const mapping = { "Weight (t)": "base_quantity", Unit: "unit_id" };
    const [other] = await read("wastes", mapping, [["5", "kg"]], ["unit_id"]);
    expect([other!.errors.base_quantity, other!.data.unit_id]).toEqual([undefined, "kilogram"]);
  });
});

describe("money in a cell", () => {
  const mapping = { Amount: "quantity", Currency: "unit_id" };
  it.each([
    ["$1,000.50", "EUR", "value_error.unit.contradiction"],
    ["1,000.50 USD", "EUR", "value_error.unit.contradiction"],
    ["€1,000.50", "EUR", "1000.5"],
    ["$1,000.50", "USD", "1000.5"],
    ["$1,000.50", "CAD", "1000.5"],
    ["(£1,000.50)", "EUR", "value_error.unit.contradiction"],
    ["¥1,000.50", "CNY", "1000.5"],
    ["¥1,000.50", "USD", "value_error.unit.contradiction"],
    ["CHF 1,000.50", "€", "value_error.unit.contradiction"],
    ["-$1,000.50", "EUR", "value_error.unit.contradiction"],
    ["1,000.50", "EUR", "1000.5"],
  ])("%s beside %s is %s", async (amount, currency, result) => {
    expect((await shown("purchases", mapping, amount, currency))[0]).toBe(result);
  });

  it("is the currency of a row without one, and never an amount of something else", async () => {
    expect(await shown("purchases", mapping, "€1,000.50", null)).toEqual(["1000.5", "EUR"]);
    expect((await shown("purchases", mapping, "$1,000.50", null))[1]).toBe("value_error.ambiguous");
    expect(await shown("invoices", { Usage: "base_quantity" }, "€100.50")).toEqual(["value_error.number.currency"]);
    expect((await shown("purchases", { "Amount (USD)": "quantity" }, "€1,000.50"))[0]).toBe(
      "value_error.unit.contradiction",
    );
  });
});

const shows = (number: string, text: string): Cell => ({ number, shows: text });
const PURCHASE = { Importe: "quantity" };
const BOTH = { Importe: "quantity", Moneda: "unit_id" };
const codesOf = ({ data, errors }: ReadRow, ...keys: string[]) =>
  keys.map((key) => errors[key]?.[0]?.code ?? data[key] ?? null);
const codes = async (templateId: string, mapping: Record<string, string>, rows: Cell[][], ...keys: string[]) =>
  (await read(templateId, mapping, rows)).map((row) => codesOf(row, ...keys));

describe("the number format of a cell", () => {
  it("states the currency of money, as its header would", async () => {
    const rows = [[shows("100", "€")], [shows("7.5", "€")]];
    expect(await codes("purchases", PURCHASE, rows, "quantity", "unit_id")).toEqual([
      ["100", "EUR"],
      ["7.5", "EUR"],
    ]);
  });

  it("states the unit of a physical amount, and a header of another one contradicts it", async () => {
    const rows = [[shows("2.5", "t")], [shows("3", "t")]];
    const wastes = (header: string) => codes("wastes", { [header]: "base_quantity" }, rows, "base_quantity", "unit_id");
    expect(await wastes("Cantidad")).toEqual([
      ["2.5", "tonne"],
      ["3", "tonne"],
    ]);
    expect(await wastes("Cantidad (kg)")).toEqual([
      ["value_error.unit.contradiction", null],
      ["value_error.unit.contradiction", null],
    ]);
    expect(await codes("business_travels", { Dist: "distance_km" }, [[shows("100", "mi")]], "distance_km")).toEqual([
      ["160.9344"],
    ]);
  });

  it.each<[string, Cell, string]>([
    ["money", shows("100", "€"), "value_error.number.currency"],
    ["money of an unnamed currency", shows("100", "¤"), "value_error.number.currency"],
    ["thousands of money", shows("100", "k€"), "value_error.number.currency"],
    ["a price", shows("0.2", "€/kWh"), "value_error.number.currency"],
    ["thousandths", { number: "1250000", isScaled: true }, "value_error.number.ambiguous"],
  ])("of %s is no physical amount", async (_, cell, code) => {
    const mapping = { Consumo: "base_quantity", Unidad: "unit_id" };
    expect(await codes("wastes", mapping, [[cell, "kg"]], "base_quantity")).toEqual([[code]]);
    expect(await codes("business_travels", { Km: "distance_km" }, [[cell]], "distance_km")).toEqual([[code]]);
  });

  it.each<[string, Record<string, string>, Cell[], string[]]>([
    ["a header", { "Importe (USD)": "quantity" }, [shows("100", "€")], ["value_error.unit.contradiction", "(null)"]],
    ["a column", BOTH, [shows("100", "€"), "USD"], ["value_error.unit.contradiction", "USD"]],
    ["a unit", PURCHASE, [shows("100", "kWh")], ["value_error.unit.contradiction", "(null)"]],
    ["a price", BOTH, [shows("100", "€/kWh"), "EUR"], ["value_error.unit.contradiction", "EUR"]],
  ])("that contradicts %s is refused by name", async (_, mapping, row, expected) => {
    const [found] = await codes("purchases", mapping, [row], "quantity", "unit_id");
    expect(found!.map((one) => one ?? "(null)")).toEqual(expected);
  });

  it("of a sign of several currencies is asked, unless a column has the currency", async () => {
    expect(await codes("purchases", PURCHASE, [[shows("5", "$")]], "unit_id")).toEqual([["value_error.ambiguous"]]);
    expect(await codes("purchases", BOTH, [[shows("5", "$"), "CAD"]], "quantity", "unit_id")).toEqual([["5", "CAD"]]);
    expect(await codes("purchases", PURCHASE, [[shows("5", "¤")]], "unit_id")).toEqual([[null]]);
  });

  it("is asked if the formats of one column differ, also for cells without one", async () => {
    const asked = ["value_error.ambiguous"];
    const mixed = [[shows("100", "€")], [shows("7", "USD")], [{ number: "3" }]];
    expect(await codes("purchases", PURCHASE, mixed, "unit_id")).toEqual([asked, asked, asked]);
    const some = [[shows("2", "t")], [{ number: "3" }]];
    expect(await codes("wastes", { Cantidad: "base_quantity" }, some, "unit_id")).toEqual([asked, asked]);
    const miles = [[shows("2", "mi")], [{ number: "3" }], [shows("4", "km")]];
    expect(await codes("business_travels", { Dist: "distance_km" }, miles, "distance_km")).toEqual([
      ["value_error.unit.contradiction"],
      ["value_error.unit.contradiction"],
      ["4"],
    ]);
  });

  it("of differing currencies is read where a column or the header names the currency", async () => {
    const rows = [
      [shows("100", "€"), "EUR"],
      [shows("7", "USD"), "USD"],
      [{ number: "3" }, "GBP"],
    ] as Cell[][];
    expect(await codes("purchases", BOTH, rows, "quantity", "unit_id")).toEqual([
      ["100", "EUR"],
      ["7", "USD"],
      ["3", "GBP"],
    ]);
    const header = { "Importe (EUR)": "quantity" };
    expect(await codes("purchases", header, [[shows("1", "€")], [{ number: "2" }]], "unit_id")).toEqual([
      ["EUR"],
      ["EUR"],
    ]);
  });

  it("has no effect on a corrected amount, which keeps the currency of its column", async () => {
    const rows = [[{ number: "7" }], [shows("5", "€")]] as Cell[][];
    const template = templateOf("purchases")!;
    const scan = createColumnScan({ template, columns: ["Importe"], mapping: PURCHASE });
    scan.add(rows[0]!, new Set(["quantity"]));
    scan.add(rows[1]!);
    expect(scan.styles().shown.get("quantity")).toEqual(["€"]);
  });
});

describe("what a header says besides a unit", () => {
  it("is the calorific value, which a column may contradict", async () => {
    const mapping = { "Gas kWh PCS": "base_quantity" };
    expect(await shown("invoices", mapping, "100")).toEqual(["100"]);
    const [row] = await codes("invoices", mapping, [["100"]], "unit_id", "calorific_basis");
    expect(row).toEqual(["kilowatt hour", "gross"]);
    const both = { ...mapping, Basis: "calorific_basis" };
    expect(await codes("invoices", both, [["100", "net"]], "calorific_basis")).toEqual([["value_error.contradiction"]]);
  });

  it.each([
    ["Zählerstand kWh", "value_error.header_unit"],
    ["Potencia (kW)", "value_error.header_unit"],
    ["kWh per employee", "value_error.header_unit"],
    ["Emissions (kg)", "value_error.header_unit"],
  ])("%s is refused for a consumption: %s", async (header, type) => {
    expect(await faultOf("invoices", header, "base_quantity")).toBe(type);
  });

  it("is an unclear scale of money, which is asked", async () => {
    expect(await faultOf("purchases", "Importe (m€)", "quantity")).toBe("value_error.header_unit.ambiguous");
  });

  it("is a plural of the catalogue", async () => {
    expect(await shown("wastes", { "Weight (short tons)": "base_quantity" }, "5")).toEqual(["5"]);
    expect(await codes("wastes", { "Weight (metric tons)": "base_quantity" }, [["5"]], "unit_id")).toEqual([["tonne"]]);
  });

  it("is a return, which is asked: the way back, or both ways", async () => {
    const km = "commutes.0.total_km";
    expect(await faultOf("survey_answers", "Retour km", km)).toBe("value_error.header_unit.ambiguous");
    expect(await shown("survey_answers", { "Tur och retur km": km }, "30")).toEqual(["15"]);
  });
});

describe("a percentage", () => {
  it("is no amount", async () => {
    const percent: Cell = { number: "0.12", percent: true };
    for (const cell of ["100 %", percent]) {
      expect(await codes("wastes", { Peso: "base_quantity" }, [[cell]], "base_quantity")).toEqual([
        ["value_error.unit.contradiction"],
      ]);
    }
  });

  it.each(["Recycled (%)", "% reciclado", "Porcentaje reciclado"])(
    "of %s is asked if no number is above 1",
    async (header) => {
      const recycled = async (...cells: Cell[]) =>
        (
          await codes(
            "purchases",
            { [header]: "recycled" },
            cells.map((cell) => [cell]),
            "recycled",
          )
        ).flat();
      expect(await recycled("30", "0.5", "0")).toEqual(["0.3", "0.005", "0"]);
      expect(await recycled("0.3", "1", "0")).toEqual([
        "value_error.number.ambiguous",
        "value_error.number.ambiguous",
        "0",
      ]);
      expect(await recycled("30%", { number: "0.3", percent: true })).toEqual(["0.3", "0.3"]);
    },
  );
});
