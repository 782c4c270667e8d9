import { createClient } from "@connectrpc/connect";
import { CalorificBasis, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { parse } from "@emissions/quantity/decimal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type CsvRow, list, readCsv } from "../load/csv.ts";
import { seeded, withCatalogue } from "./energy.fixture.ts";

const SAMPLE = { numRuns: 300, seed: 2026 };
const rows = await readCsv(new URL("../../catalog/library/defra-2026.csv", import.meta.url));

/** Energy of bioenergy is net: the ratio to the row per tonne is the net calorific value. */
const basisOf = ({ group, unit }: CsvRow) =>
  /bioenergy/i.test(group!) && ENERGY.has(unit!) ? CalorificBasis.NET : CalorificBasis.UNSPECIFIED;
const ENERGY = new Set(["kWh", "GJ"]);

withCatalogue();

it("a unit of 300 random figures of DESNZ 2026 emits in 2026 what the file prints", async () => {
  const sample = fc.sample(fc.constantFrom(...rows), SAMPLE);
  const client = createClient(SelectionService, seeded.transport);
  const { resolutions } = await client.resolveFactors({
    selections: sample.map((row) => ({
      selector: {
        kind: {
          case: "library" as const,
          value: {
            category: row.category!,
            key: row.key!,
            country: list(row, "areas")[0]!,
            calorificBasis: basisOf(row),
          },
        },
      },
      unitId: seeded.snapshot.unitsByCode.get(row.unit!)!.id,
      referenceDate: "2026-06-30",
    })),
  });
  const answered = resolutions.map(({ factor, conversion, fitness }) => ({
    figure: [factor?.category, factor?.key, factor?.unit, factor?.year, factor?.sourceKey],
    co2e: factor?.values?.co2e && parse(factor.values.co2e.value),
    conversion,
    staleYears: fitness?.staleYears,
  }));
  expect(answered).toEqual(
    sample.map((row) => ({
      figure: [row.category, row.key, row.unit, 2026, row.source_key],
      co2e: parse(row.co2e_kg!),
      conversion: [],
      staleYears: 0,
    })),
  );
});
