import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { FreightMode, TravelMethod } from "@emissions/proto/factors/v1/freight";
import {
  FreightService,
  type ListTransportCombinationsRequestSchema,
} from "@emissions/proto/factors/v1/freight_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof FreightService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(FreightService, seeded.transport);
});
afterAll(() => seeded.database.drop());

describe("transport combinations", () => {
  it("have the published name and the range of sizes of their figure", async () => {
    const { combinations } = await client.listTransportCombinations({});
    const id = catalogueId("transport_combination", "road:truck:false:false:rigid_7_5_to_17_t");
    expect(combinations.find((one) => one.id === id)).toMatchObject({
      transportType: FreightMode.ROAD,
      travelMethod: TravelMethod.TRUCK,
      refrigerated: false,
      electric: false,
      boundaries: { from: { value: "7.5" }, to: { value: "17" }, unit: "t" },
      referenceProduct: "HGV: Rigid (>7.5 tonnes-17 tonnes), Average laden",
    });
  });

  it("cover every row of DESNZ per tonne-kilometre that has both parts, and an average of each mode", async () => {
    const { combinations } = await client.listTransportCombinations({});
    const keys = new Set(seeded.snapshot.freight.combinations.flatMap((row) => row.keys));
    const published = [...seeded.snapshot.factors.values()]
      .flat()
      .filter(({ category, unit, row, year }) => {
        return category === "freight" && unit === "tkm" && row.dataset === "defra-2026" && year === 2026;
      })
      .map(({ key }) => key);
    expect(published.filter((key) => !keys.has(key))).toEqual([]);
    const averages = combinations.filter(({ detail, refrigerated }) => detail === "" && !refrigerated);
    expect(averages.map(({ transportType }) => transportType).sort()).toEqual([
      FreightMode.ROAD,
      FreightMode.AIR,
      FreightMode.MARITIME,
      FreightMode.RAIL,
    ]);
  });

  it("are filtered by each of their attributes, and by all together", async () => {
    const of = async (filter: MessageInitShape<typeof ListTransportCombinationsRequestSchema>) =>
      (await client.listTransportCombinations(filter)).combinations;
    expect((await of({ transportType: FreightMode.RAIL })).map(({ detail }) => detail)).toEqual([""]);
    expect((await of({ travelMethod: TravelMethod.BICYCLE })).length).toBe(0);
    expect(new Set((await of({ refrigerated: true })).map(({ refrigerated }) => refrigerated))).toEqual(
      new Set([true]),
    );
    expect(await of({ refrigerated: false, electric: false })).toHaveLength(129 - 25 - 4);
    expect(await of({ detail: "" })).toHaveLength(5);
    const rigid = {
      transportType: FreightMode.ROAD,
      travelMethod: TravelMethod.TRUCK,
      refrigerated: true,
      detail: "rigid",
    };
    expect((await of(rigid)).map(({ referenceProduct }) => referenceProduct)).toEqual([
      "Refrigerated HGV: Average refrigerated rigids, Average laden",
    ]);
  });

  it("are electric only for battery-electric vans", async () => {
    const { combinations } = await client.listTransportCombinations({});
    const electric = combinations.filter((one) => one.electric);
    expect(electric.map(({ detail }) => detail)).toEqual([
      "van_battery_electric",
      "van_class_i_battery_electric",
      "van_class_ii_battery_electric",
      "van_class_iii_battery_electric",
    ]);
  });
});

describe("transport operation categories", () => {
  it("state kilograms per tonne-kilometre from well to wheel", async () => {
    const { tocs } = await client.listTransportOperationCategories({});
    const wtw = new Map(tocs.map((one) => [one.toc, one.wtw?.value]));
    // DESNZ 2026: 0.63511 + 0.15095, 0.02583 + 0.00691. GLEC: 0.503 + 0.105, 0.653 + 0.135.
    expect(wtw.get("van_diesel")).toBe("0.78606");
    expect(wtw.get("artic_truck_diesel")).toBe(wtw.get("articulated_truck_diesel"));
    expect(wtw.get("generic_average_rail")).toBe("0.03274");
    expect(wtw.get("freighter")).toBe("0.608");
    expect(wtw.get("generic_average_air")).toBe("0.788");
    expect(wtw.get("container_ship_dry")).toBe("0.00717");
    expect(wtw.get("van_electric")).toBe("0");
  });

  it("are sorted by name, with fixed ids, one generic category for each mode, and electric vans", async () => {
    const { tocs } = await client.listTransportOperationCategories({});
    const names = tocs.map(({ toc }) => toc);
    expect(names).toEqual(names.toSorted());
    expect(tocs.map(({ id }) => id)).toEqual(
      tocs.map(({ toc, location }) => catalogueId("transport_operation_category", `${location}:${toc}`)),
    );
    expect(tocs.filter(({ generic }) => generic).map(({ category }) => category)).toEqual([
      FreightMode.AIR,
      FreightMode.MARITIME,
      FreightMode.RAIL,
      FreightMode.ROAD,
    ]);
    const electric = tocs.filter((one) => one.electric);
    expect(electric.map(({ toc, kwhPerTkm }) => [toc, kwhPerTkm?.value])).toEqual([["van_electric", "1.12547"]]);
  });

  it("have the name of vehicle and type", async () => {
    const { tocs } = await client.listTransportOperationCategories({});
    expect(tocs.map(({ toc }) => toc)).toEqual(
      tocs.map(({ vehicle, type }) => [vehicle, type].filter((part) => part !== "").join("_")),
    );
  });
});

it("logistics fuels have the fixed ids of the contract, and units of the catalogue", async () => {
  const { fuels } = await client.listLogisticsFuels({});
  const diesel = fuels.find(({ name }) => name === "diesel");
  expect(diesel).toMatchObject({ id: "f51a1645-c201-43da-9dcd-6408be3cb517", unit: "l", region: "EU" });
  expect(diesel?.unitId).toBe(unitId("l"));
  expect(fuels.find(({ name }) => name === "aviation_fuel")?.id).toBe("a0b56b0f-216c-456e-9e0f-1876d3b57622");
  expect(fuels.map(({ name }) => name)).toEqual(fuels.map(({ name }) => name).toSorted());
  expect(fuels).toHaveLength(21);
});
