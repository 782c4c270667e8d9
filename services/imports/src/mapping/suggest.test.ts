import { array, assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cell } from "../table/table.ts";
import { exampleOf } from "../template/example.ts";
import { templateOf, templates } from "../template/templates.ts";
import { CONFIDENCE_MIN, SOURCE_COLUMNS_MAX, type Suggestion, suggestMapping } from "./suggest.ts";
import { plainName, wordsOf } from "./words.ts";

const wastes = templateOf("wastes")!;
const purchases = templateOf("purchases")!;

/** Suggestions by source column. */
function suggested(columns: string[], samples: Cell[][] = [], remembered?: ReadonlyMap<string, string>) {
  const suggestions = suggestMapping({ template: wastes, columns, samples, ...(remembered && { remembered }) });
  return new Map(suggestions.map((suggestion) => [suggestion.sourceColumn, suggestion]));
}
const target = (suggestions: ReadonlyMap<string, Suggestion>, column: string) => suggestions.get(column)?.targetColumn;

describe("a name", () => {
  it.each([
    ["Cantidad", "base_quantity"],
    ["CANTIDAD (KG)", "base_quantity"],
    ["baseQuantity", "base_quantity"],
    ["quantitat", "base_quantity"],
    ["Menge", "base_quantity"],
    ["Fec. inicio", "start_date"],
    ["FECHAINICIO", "start_date"],
    ["Código L.E.R.", "ler_code_id"],
    ["Km. al gestor", "total_km_to_waste_center"],
    ["nombre_centro", "facility_id"],
  ])("%s is %s", (column, key) => {
    const found = suggested([column]).get(column);
    expect(found?.targetColumn).toBe(key);
    expect(found?.columnConfidence).toBeGreaterThanOrEqual(0.8);
  });

  it("is compared without case, accents, punctuation and camel case", () => {
    expect(plainName("  Fecha_de-INICIO del PERÍODO: ")).toBe("fecha de inicio del periodo");
    expect(plainName("unitOfMeasureUOMCode")).toBe("unit of measure uom code");
    expect(wordsOf("Rechnungsdatum")).toMatchObject({ words: ["invoice", "date"] });
  });

  it("may have a prefix that the columns share", () => {
    const found = suggested(["RES_CENTRO", "RES_LER", "RES_CANTIDAD", "RES_UNIDAD", "RES_FECHA_INICIO"]);
    expect(["facility_id", "ler_code_id", "base_quantity", "unit_id", "start_date"]).toEqual(
      [...found.values()].map(({ targetColumn }) => targetColumn),
    );
  });

  it.each(templates.flatMap(({ id }) => (["en", "es", "key"] as const).map((language) => ({ id, language }))))(
    "that is a key of $id, or its label in $language, is suggested for its column",
    ({ id, language }) => {
      const template = templateOf(id)!;
      const columns = template.columns.map(({ key, labels }) => (language === "key" ? key : labels[language]));
      const suggestions = suggestMapping({ template, columns, samples: [] });
      expect(suggestions.map(({ targetColumn }) => targetColumn)).toEqual(template.columns.map(({ key }) => key));
      expect(suggestions.filter(({ columnConfidence }) => columnConfidence < 1)).toEqual([]);
    },
  );
});

describe("values", () => {
  it("tell apart columns with the same name", () => {
    const rows = [
      ["150101", "Papel", "R3"],
      ["170405", "Hierro", "D5"],
    ];
    const found = suggested(["Código residuo (1)", "Residuo", "Código"], rows);
    expect(target(found, "Código residuo (1)")).toBe("ler_code_id");
    expect(found.get("Código residuo (1)")?.valueConfidence).toBe(1);
    expect(target(found, "Código")).toBe("waste_rd_code_id");
  });

  it("of another type speak against a name", () => {
    const found = suggested(["Cantidad", "Fecha de inicio"], [["mucha", "1.250,5"]]);
    expect([...found.values()].every(({ columnConfidence }) => columnConfidence < 0.7)).toBe(true);
  });

  it("with days belong to the only date of a template", () => {
    const [date] = suggestMapping({ template: purchases, columns: ["F. doc"], samples: [["03/02/2026"]] });
    expect(date).toMatchObject({ targetColumn: "purchase_date" });
  });

  it("of a closed list have a share that resolves", () => {
    const samples = [["opex"], ["CAPEX"], ["?"], ["Opex"]].map(([text]) => [text!]);
    const [found] = suggestMapping({ template: purchases, columns: ["Capex/Opex"], samples });
    expect(found).toMatchObject({ targetColumn: "expense_type", valueConfidence: 0.75 });
  });
});

describe("an unsure suggestion", () => {
  it("has less confidence if two targets are equally likely", () => {
    const found = suggested(["Fecha"], [["03/02/2026"]]).get("Fecha")!;
    expect(found.columnConfidence).toBeLessThan(0.8);
  });

  it("has less confidence if two sources are equally likely", () => {
    const found = [...suggested(["Cantidad", "Cantidad kg"], [["1", "2"]]).values()];
    expect(found.filter(({ targetColumn }) => targetColumn === "base_quantity")).toHaveLength(1);
    expect(found.every(({ columnConfidence }) => columnConfidence < 0.8)).toBe(true);
  });

  it("is none for names that mean something else", () => {
    const found = suggested(["Transportista", "IVA", "Teléfono", "Column C", "¿?", "-"]);
    expect([...found.values()].map(({ targetColumn }) => targetColumn)).toEqual(Array(6).fill(null));
  });
});

describe("money and other numbers beside a consumption", () => {
  const invoices = templateOf("invoices")!;
  const targets = (columns: string[], ...row: Cell[]) =>
    suggestMapping({ template: invoices, columns, samples: [row, row] }).map(({ targetColumn }) => targetColumn);

  it.each([
    ["Amount", "Quantity"],
    ["Value", "Consumption"],
    ["Rechnungsbetrag", "Verbrauch"],
    ["Base imponible", "Consumo"],
    ["Subtotal", "Usage"],
  ])("%s leaves the quantity to %s", (money, quantity) => {
    expect(targets([money, quantity], "120.5", "300")).toEqual([null, "base_quantity"]);
  });

  it.each(["Zählerstand kWh", "Consumo kW", "kWh per employee", "Base imponible"])("%s is no quantity", (header) => {
    expect(targets([header], "300")).toEqual([null]);
  });

  it("numbers are no unit, whatever their column is called", () => {
    expect(targets(["Units consumed"], "300")).not.toContain("unit_id");
  });

  it("a number with a currency in its format is no quantity, whatever its column is called", () => {
    const cell: Cell = { number: "300", shows: "€" };
    expect(targets(["Consumption"], cell)).toEqual([null]);
    expect(targets(["Consumption"], { number: "300", shows: "kWh" })).toEqual(["base_quantity"]);
  });
});

describe("history", () => {
  it("wins over names", () => {
    const remembered = new Map([["peso bruto", "base_quantity"]]);
    const found = suggested(["Cantidad", "Peso Bruto"], [["1", "2"]], remembered);
    expect(found.get("Peso Bruto")).toMatchObject({
      targetColumn: "base_quantity",
      columnConfidence: 1,
      restoredFromHistory: true,
    });
    expect(found.get("Cantidad")).toMatchObject({ targetColumn: null, restoredFromHistory: false });
  });

  it("with a target that no longer exists has no effect", () => {
    const found = suggested(["Cantidad"], [], new Map([["cantidad", "weight_of_old"]]));
    expect(found.get("Cantidad")).toMatchObject({ targetColumn: "base_quantity", restoredFromHistory: false });
  });

  it("has less confidence if the values no longer fit", () => {
    const found = suggested(["Peso"], [["Papel"]], new Map([["peso", "base_quantity"]]));
    expect(found.get("Peso")!.columnConfidence).toBeLessThan(0.7);
  });
});

describe("an example file", () => {
  it.each(templates.map((template) => [template.id, template] as const))(
    "of %s has the columns of its template",
    (_, whole) => {
      const { template, rows } = exampleOf(whole, "en", "editor");
      const columns = template!.columns!.map(({ label }) => label!);
      const samples = rows!.map(({ values }) => values!.map((value) => (value === "" ? null : value)));
      const found = suggestMapping({ template: whole, columns, samples }).map(({ targetColumn }) => targetColumn);
      expect(found).toEqual(template!.columns!.map(({ key }) => key));
    },
  );
});

describe("any table", () => {
  const names = wastes.columns.flatMap(({ labels, aliases }) => [...Object.values(labels), ...aliases]);

  it("gets one suggestion for each column, and no target twice", () => {
    const column = constantFrom(...names, ...purchases.columns.map(({ labels }) => labels.en));
    assert(
      property(
        array(column, { maxLength: 30 }),
        array(array(string({ maxLength: 20 }), { maxLength: 5 })),
        (columns, samples) => {
          const suggestions = suggestMapping({ template: wastes, columns, samples });
          expect(suggestions.map(({ sourceColumn }) => sourceColumn)).toEqual(columns);
          const used = suggestions.flatMap(({ targetColumn }) => targetColumn ?? []);
          expect(new Set(used).size).toBe(used.length);
          for (const { columnConfidence, targetColumn } of suggestions) {
            expect(columnConfidence).toBe(Number(columnConfidence.toFixed(2)));
            expect(targetColumn === null ? columnConfidence === 0 : columnConfidence >= CONFIDENCE_MIN).toBe(true);
            expect(columnConfidence).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("of 256 wide columns takes less than a second", () => {
    const columns = Array.from(
      { length: SOURCE_COLUMNS_MAX },
      (_, at) => `Some words ${at} quantity factura proveedor fecha ${"abcdefgh".repeat(20)}${at}`,
    );
    const start = performance.now();
    expect(suggestMapping({ template: wastes, columns, samples: Array(1000).fill(columns) })).toHaveLength(256);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it.each([["__proto__"], ["constructor"], ["((((((("], ["\u0000"], ["\ud800"], ["ﷺ".repeat(255)]])(
    "may have a column %j",
    (column) => {
      expect(suggested([column]).size).toBe(1);
      expect(plainName(column).length).toBeLessThanOrEqual(255);
    },
  );
});
