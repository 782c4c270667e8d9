import { describe, expect, it } from "vitest";
import { descriptionOf } from "./describe.ts";
import { exampleOf } from "./example.ts";
import { languageOf } from "./language.ts";
import { toTemplate } from "./messages.ts";
import { LANGUAGES } from "./template.ts";
import { templateOf, templates } from "./templates.ts";
import { validationsOf } from "./validations.ts";

const columnOf = (id: string, key: string) => templateOf(id)!.columns.find((column) => column.key === key)!;

describe("languageOf", () => {
  it.each([
    ["", "en"],
    ["es", "es"],
    ["es-MX,es;q=0.9,en;q=0.8", "es"],
    ["fr, ca;q=0.5, en;q=0.4", "ca"],
    ["en;q=0.2, es;q=0.7", "es"],
    ["ca_ES", "ca"],
    ["es;q=0, fr", "en"],
    ["*", "en"],
    [";;,,q=", "en"],
    ["x".repeat(5_000), "en"],
  ])("reads %j as %s", (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

describe("validationsOf", () => {
  it.each([
    ["wastes", "base_quantity", [{ rule: "greater_than", value: "0" }]],
    [
      "purchases",
      "recycled",
      [
        { rule: "min", value: "0" },
        { rule: "max", value: "1" },
      ],
    ],
    [
      "hotel_stays",
      "rooms",
      [
        { rule: "min", value: "1" },
        { rule: "max", value: "10000" },
      ],
    ],
    [
      "wastes",
      "identification_name",
      [
        { rule: "min_length", value: "1" },
        { rule: "max_length", value: "255" },
      ],
    ],
    ["wastes", "facility_id", []],
  ])("has the rules of %s.%s", (id, key, rules) => {
    expect(validationsOf(columnOf(id, key))).toEqual(rules);
  });

  it("limits days of activities to the end of next year", () => {
    const [from, to] = validationsOf(columnOf("wastes", "start_date"));
    expect([from?.value, to?.value]).toEqual(["1970-01-01", `${new Date().getUTCFullYear() + 1}-12-31`]);
  });
});

describe("descriptions", () => {
  it("name type, limits, lists and defaults", () => {
    expect(descriptionOf(columnOf("facilities", "categories"), "en")).toBe(
      "One of the values of the list. Several values are separated by semicolons.",
    );
    expect(descriptionOf(columnOf("purchases", "status"), "es")).toBe(
      "Uno de los valores de la lista. Sin valor: Activa.",
    );
    expect(descriptionOf(columnOf("purchases", "recycled"), "en")).toBe("Number, at least 0, at most 1.");
  });

  it("exist for every column in every language", () => {
    for (const language of LANGUAGES) {
      for (const { columns } of templates) {
        for (const column of columns) expect(descriptionOf(column, language)).toMatch(/^\S.*\.$/);
      }
    }
  });
});

describe("messages", () => {
  it("list the labels of other languages as aliases", () => {
    const { label, columns } = toTemplate(templateOf("wastes")!, "ca");
    const unit = columns!.find(({ key }) => key === "unit_id")!;
    expect([label, unit.label]).toEqual(["Residus", "Unitat"]);
    expect(unit.aliases).toEqual(expect.arrayContaining(["Unit", "Unidad", "uom"]));
    expect(unit.aliases).not.toContain("Unitat");
  });

  it("have examples with a text for each column, days of this year and labels of options", () => {
    const { template, rows } = exampleOf(templateOf("purchases")!, "es", "editor");
    const keys = template!.columns!.map(({ key }) => key);
    const [first] = rows!;
    expect(first!.values).toHaveLength(keys.length);
    expect(first!.values![keys.indexOf("purchase_date")]).toBe(`${new Date().getUTCFullYear()}-01-15`);
    expect(first!.values![keys.indexOf("expense_type")]).toBe("Gasto (OPEX)");
    expect(first!.values![keys.indexOf("status")]).toBe("");
  });

  it("of answers have columns for three commutes, and a file may have all ten", () => {
    const template = templateOf("survey_answers")!;
    const lastOf = (columns: readonly { key?: string }[]) =>
      columns.findLast(({ key }) => key!.startsWith("commutes."))!.key;
    expect(lastOf(exampleOf(template, "en", "editor").template!.columns!)).toMatch(/^commutes\.2\./);
    expect(lastOf(template.columns)).toMatch(/^commutes\.9\./);
  });

  it("name entities only for roles that may read them", () => {
    const entitiesOf = (id: string) => exampleOf(templateOf(id)!, "en", "human_resources").entities;
    expect(entitiesOf("vehicle_consumptions")).toEqual([
      { placeholder: "vehicle", plainName: "1234 BCD", readable: false },
      { placeholder: "vehicle_unit", plainName: "l", readable: false },
    ]);
    expect(entitiesOf("survey_answers")).toEqual([
      { placeholder: "survey", plainName: "Commuting survey", readable: true },
    ]);
  });
});
