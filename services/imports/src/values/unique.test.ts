import { describe, expect, it } from "vitest";
import type { Option } from "../template/template.ts";
import { optionResolver } from "./options.ts";
import type { Resolutions } from "./resolution.ts";
import { column, uuidRules, wastes } from "./templates.fixture.ts";
import { UNIQUE_VALUES_MAX, uniqueValues } from "./unique.ts";

const OPTIONS: Option[] = [
  { value: "owned", labels: { en: "Owned", es: "En propiedad", ca: "En propietat" }, aliases: ["propio"] },
  { value: "renting", labels: { en: "Renting", es: "Alquiler" }, aliases: ["alquilado", "leasing"] },
  { value: "third_party", labels: { en: "Third party", es: "De terceros" }, aliases: ["subcontratado"] },
];
const ownership = column("destination", "option", { options: OPTIONS });
const facilityId = column("facility_id", "reference", { reference: "facility", rules: uuidRules });
const mapping = { Propiedad: "destination", Planta: "facility_id" };
const collect = (rows: (string | null)[][], valueMappings = {}) => {
  const unique = uniqueValues({
    template: wastes([ownership, facilityId]),
    columns: Object.keys(mapping),
    mapping,
    valueMappings,
  });
  for (const row of rows) unique.add(row);
  return unique;
};

describe("an option", () => {
  it.each(OPTIONS)("$value is found by its value, every label and every alias", (option) => {
    const resolve = optionResolver(ownership);
    for (const text of [option.value, ...Object.values(option.labels), ...option.aliases]) {
      for (const written of [text, text.toUpperCase(), ` ${text} `, text.replace("_", " ")]) {
        expect(resolve(written)).toMatchObject({ status: "matched", match: { value: option.value } });
      }
    }
  });

  it("that is unknown gets similar ones", () => {
    expect(optionResolver(ownership)("alquilr")).toMatchObject({ status: "unmatched", near: [{ value: "renting" }] });
  });
});

describe("unique values", () => {
  const match = { value: "id-1", label: "Bilbao" };
  const resolutions: Resolutions = new Map([["facility_id", new Map([["Bilbao", { status: "matched", match }]])]]);

  it("have each text once, with its value or with similar ones", () => {
    const unique = collect([
      ["Alquiler", "Bilbao"],
      ["alquilr", null],
      ["Alquiler", "Madrid"],
    ]);
    expect([...unique.distinct().get("facility_id")!]).toEqual(["Bilbao", "Madrid"]);
    expect(unique.columns(resolutions)).toEqual([
      {
        columnKey: "destination",
        sourceColumn: "Propiedad",
        totalUnique: 2,
        truncated: false,
        values: [
          { raw: "Alquiler", resolved: "renting", label: "Renting", status: "matched", near: [] },
          {
            raw: "alquilr",
            resolved: null,
            label: null,
            status: "unmatched",
            near: [{ value: "renting", label: "Renting" }],
          },
        ],
      },
      expect.objectContaining({
        columnKey: "facility_id",
        values: [
          { raw: "Bilbao", resolved: "id-1", label: "Bilbao", status: "matched", near: [] },
          { raw: "Madrid", resolved: null, label: null, status: "unmatched", near: [] },
        ],
      }),
    ]);
  });

  it("follow the value mappings", () => {
    const unique = collect([["lease", "HQ"]], { destination: { lease: "renting" }, facility_id: { HQ: "Bilbao" } });
    expect([...unique.distinct().get("facility_id")!]).toEqual(["Bilbao"]);
    expect(
      unique.columns(resolutions).flatMap(({ values }) => values.map(({ raw, resolved }) => [raw, resolved])),
    ).toEqual([
      ["lease", "renting"],
      ["HQ", "id-1"],
    ]);
  });

  it("are at most 1,000 of a column, with the number of all", () => {
    const unique = collect(Array.from({ length: 1_500 }, (_, at) => [null, `Plant ${at}`]));
    const [, plants] = unique.columns(new Map());
    expect([plants!.values.length, plants!.totalUnique, plants!.truncated]).toEqual([UNIQUE_VALUES_MAX, 1_500, true]);
  });
});
