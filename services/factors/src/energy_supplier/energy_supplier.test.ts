import { type Client, createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { EnergySupplierService, EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof EnergySupplierService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(EnergySupplierService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const ZULUX = catalogueId("energy_supplier", "ES/zulux_energia");

it("lists each supplier once by country and name, with its latest name", async () => {
  const { suppliers } = await client.listEnergySuppliers({ country: "ES" });
  expect(suppliers.find(({ id }) => id === ZULUX)).toMatchObject({
    name: "ZULUX ENERGIA SL",
    country: "ES",
    type: EnergySupplierType.ELECTRICITY,
  });
  expect(suppliers.length).toBeGreaterThan(400);
  expect(new Set(suppliers.map(({ id }) => id)).size).toBe(suppliers.length);
  const names = suppliers.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
});

it("lists all suppliers by default, and none for a country without factors", async () => {
  const { suppliers } = await client.listEnergySuppliers({});
  expect(suppliers).toEqual((await client.listEnergySuppliers({ country: "ES" })).suppliers);
  expect((await client.listEnergySuppliers({ country: "FR" })).suppliers).toEqual([]);
});

it("returns category and key, and every supplier has a factor", async () => {
  const { suppliers } = await client.lookUpEnergySuppliers({});
  const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
    selections: suppliers.map(({ category, key, supplier }) => ({
      selector: { kind: { case: "library", value: { category, key, country: supplier!.country } } },
      unitId: seeded.snapshot.unitsByCode.get("kWh")!.id,
      referenceDate: "2024-06-30",
    })),
  });
  const withFactor = suppliers.filter((_, at) => resolutions[at]!.factor).map(({ key }) => key);
  expect(withFactor).toEqual(suppliers.map(({ key }) => key));
});

it("finds suppliers by id in any case", async () => {
  const { suppliers } = await client.lookUpEnergySuppliers({ ids: [ZULUX.toUpperCase(), newId(), "x"] });
  expect(suppliers).toMatchObject([
    { supplier: { id: ZULUX }, category: "electricity_supplier", key: "zulux_energia" },
  ]);
});
