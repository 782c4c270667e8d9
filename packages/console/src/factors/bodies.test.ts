import { expect, it } from "vitest";
import { entriesOf, gasEntries, splitGases, valueOfFormula, withNulls } from "./bodies.ts";

it("sends exactly the gases of the tag, with all digits", () => {
  const body = { name: "Steel", co2: "1.10", ch4: "0.000000000000000001", n2o: "2" };
  expect(splitGases(body, "advanced")).toEqual({
    gases: [
      { gas_type: "co2", value: "1.10" },
      { gas_type: "ch4", value: "0.000000000000000001" },
      { gas_type: "n2o", value: "2" },
    ],
    fields: { name: "Steel" },
  });
});

it("takes old values away whose fields are empty", () => {
  expect(withNulls({ name: "A", end_date: "2026-12-31" }, ["end_date", "description"])).toEqual({
    name: "A",
    end_date: "2026-12-31",
    description: null,
  });
});

it("shows the digits of the API in the fields of a change", () => {
  expect(valueOfFormula("x * 2.50")).toBe("2.50");
  expect(gasEntries([{ gas_type: "co2e", value: "2.50" }], "es")).toEqual({ co2e: { text: "2,50" } });
  expect(entriesOf({ name: "A", description: null })).toEqual({ name: { text: "A" } });
});
