import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

async function piecesOf({ country, start, end }: { country: string; start: string; end: string }) {
  const org = newId();
  const value = create(LibrarySelectorSchema, { category: "electricity_location", key: "grid", country });
  const [id] = await services.store(org, [
    {
      selector: { case: "library", value },
      category: "electricity",
      quantity: "10000",
      unitId: services.unitId("kWh"),
      startDate: start,
      day: end,
    },
  ]);
  const { impacts } = await services.explain(org, id!);
  return impacts.map(({ startDate, endDate, co2e }) => `${startDate} ${endDate} ${co2e?.value}`);
}

it("366 days of 2024 take the edition of 2024, and one day of 2025 that of 2025", async () => {
  // 10,000 kWh * 366 / 367 * 0.20705 and 10,000 kWh / 367 * 0.177.
  expect(await piecesOf({ country: "GB", start: "2024-01-01", end: "2025-01-01" })).toEqual([
    "2024-01-01 2024-12-31 2064.858310626703",
    "2025-01-01 2025-01-01 4.822888283379",
  ]);
});
