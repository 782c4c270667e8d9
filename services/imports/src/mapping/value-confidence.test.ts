import { describe, expect, it } from "vitest";
import { templateOf } from "../template/templates.ts";
import { matched } from "../values/resolution.ts";
import { suggestMapping } from "./suggest.ts";
import { sampledReferences, withValueConfidence } from "./value-confidence.ts";

const template = templateOf("wastes")!;
const columns = ["Centro", "Residuo", "Unidad", "Cantidad"];
const samples = [
  ["Getafe", "Papel", "kg", "1"],
  ["Vigo", "Vidrio", "kg", "2"],
  ["Getafe", "Papel", null, "3"],
];
const suggestions = suggestMapping({ template, columns, samples });
const sampled = { template, samples, suggestions };

describe("values of references", () => {
  it("are the different texts of the suggested columns", () => {
    expect(sampledReferences(sampled)).toEqual(
      new Map([
        ["facility_id", new Set(["Getafe", "Vigo"])],
        ["unit_id", new Set(["kg"])],
      ]),
    );
  });

  it("give the share that names an entity", () => {
    const resolutions = new Map([
      ["facility_id", new Map([["Getafe", matched({ value: "1", label: "Getafe" })]])],
      ["unit_id", new Map([["kg", { status: "ambiguous", count: 2, near: [] } as const]])],
    ]);
    const confidences = withValueConfidence(sampled, resolutions).map(({ valueConfidence }) => valueConfidence);
    expect(confidences).toEqual([0.5, null, 0, null]);
  });

  it("keep their confidence if nothing was resolved", () => {
    expect(withValueConfidence(sampled, new Map())).toEqual(suggestions);
  });
});
