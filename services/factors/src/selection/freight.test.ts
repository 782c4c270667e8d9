import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { enumText } from "@emissions/kit/wire/enum";
import { refusalIn } from "@emissions/kit/wire/errors";
import {
  FreightMode,
  FreightPart,
  FreightSelectorSchema,
  HubCategory,
  HubCategorySchema,
} from "@emissions/proto/factors/v1/freight";
import { FreightService, type TransportCombination } from "@emissions/proto/factors/v1/freight_service";
import { type Resolution, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

const { OPERATION, ENERGY_PROVISION } = FreightPart;

type Freight = Exclude<MessageInitShape<typeof FreightSelectorSchema>, { $typeName: string }>;

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof SelectionService>;
let tocs: Map<string, string>;
let fuels: Map<string, { id: string; unit: string }>;
let combinations: TransportCombination[];
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(SelectionService, seeded.transport);
  const freight = createClient(FreightService, seeded.transport);
  tocs = new Map((await freight.listTransportOperationCategories({})).tocs.map(({ toc, id }) => [toc, id]));
  fuels = new Map((await freight.listLogisticsFuels({})).fuels.map((fuel) => [fuel.name, fuel]));
  combinations = (await freight.listTransportCombinations({})).combinations;
});
afterAll(() => seeded.database.drop());

async function select(freight: Freight, { unit = "tkm", day = "2025-06-30" } = {}): Promise<Resolution> {
  const selection = {
    selector: { kind: { case: "freight" as const, value: create(FreightSelectorSchema, freight) } },
    unitId: seeded.snapshot.unitsByCode.get(unit)!.id,
    referenceDate: day,
  };
  return (await client.resolveFactors({ selections: [selection] })).resolutions[0]!;
}

const toc = (name: string, more: Omit<Freight, "activity"> = {}): Freight => ({
  activity: { case: "tocId", value: tocs.get(name)! },
  part: OPERATION,
  country: "GB",
  ...more,
});

/** Key, region and year, with an asterisk for a proxy. */
const named = ({ factor, fitness, failureCode }: Resolution) =>
  factor === undefined ? failureCode : `${factor.key} ${factor.region} ${factor.year}${fitness?.proxy ? "*" : ""}`;

describe("a transport operation category has", () => {
  it.each([
    ["the figure of DESNZ in Great Britain", "van_diesel", {}, "van/average/diesel GB 2025"],
    ["that figure elsewhere, as a proxy", "van_diesel", { country: "ES" }, "van/average/diesel GLO 2025*"],
    ["that figure without a country", "artic_truck_diesel", { country: "GLO" }, "hgv/articulated/diesel GLO 2025*"],
    [
      "that figure for a country of no list",
      "artic_truck_diesel",
      { country: "XX" },
      "hgv/articulated/diesel GLO 2025*",
    ],
    ["that of the United States there", "generic_average_road", { country: "US" }, "hgv/average/diesel US 2025"],
    [
      "that of an unknown ship in the United States",
      "generic_average_maritime",
      { country: "US" },
      "waterborne_craft/average US 2025",
    ],
    [
      "a container ship in place of an unknown one",
      "generic_average_maritime",
      {},
      "cargo_ship/container_ship/average GB 2025*",
    ],
    ["that of a tank lorry as a proxy", "tank_truck_diesel", {}, "hgv/articulated/diesel GB 2025*"],
    [
      "the figure of refrigerated lorries",
      "rigid_truck_diesel",
      { refrigerated: true },
      "hgv_refrigerated/rigid/diesel GB 2025",
    ],
    [
      "refrigerated containers",
      "container_ship",
      { refrigerated: true },
      "cargo_ship/container_ship/industry_average_reefer GLO 2025",
    ],
    [
      "an ambient figure as a proxy for refrigeration",
      "generic_average_rail",
      { refrigerated: true },
      "rail/freight_train GB 2025*",
    ],
    ["the figure of long haul", "freighter", {}, "air/freighter/long_haul GLO 2025"],
    ["the figure of short haul", "freighter", { shortHaul: true }, "air/freighter/short_haul GLO 2025"],
    ["the haul of its name", "freighter_long_haul", { shortHaul: true }, "air/freighter/long_haul GLO 2025"],
    [
      "plug-in hybrids of Great Britain elsewhere",
      "van_plug_in_hybrid",
      { country: "FR" },
      "van/average/plug_in_hybrid GB 2025*",
    ],
    ["energy provision with the same key", "van_diesel", { part: ENERGY_PROVISION }, "van/average/diesel GB 2025"],
  ] as const)("%s", async (_, name, more, factor) => expect(named(await select(toc(name, more)))).toBe(factor));

  it("the edition of the year", async () => {
    expect(named(await select(toc("van_diesel"), { day: "2022-05-01" }))).toBe("van/average/diesel GB 2022");
    expect(named(await select(toc("freighter"), { day: "2019-05-01" }))).toBe("air/freighter/long_haul GLO 2025");
  });

  it("no factor with an unknown id", async () => {
    const id = "01980000-0000-7000-8000-000000000000";
    expect(named(await select({ activity: { case: "tocId", value: id }, part: OPERATION }))).toBe("FACTOR_NOT_FOUND");
    const route = { case: "transportCombinationId" as const, value: id };
    expect(named(await select({ activity: route, part: OPERATION }))).toBe("FACTOR_NOT_FOUND");
    const fuel = { case: "logisticsFuelId" as const, value: id };
    expect(named(await select({ activity: fuel, part: OPERATION }))).toBe("FACTOR_NOT_FOUND");
  });

  it("no factor for a unit of another dimension", async () => {
    expect(named(await select(toc("van_diesel"), { unit: "kg" }))).toBe("UNIT_NOT_CONVERTIBLE");
    const electric = toc("van_electric", { part: ENERGY_PROVISION });
    expect(named(await select(electric, { unit: "kg" }))).toBe("UNIT_NOT_CONVERTIBLE");
  });
});

describe("a flight of goods by the name of its haul", () => {
  it.each([
    ["international", "ES", "air/international/without_rf GLO 2025"],
    ["international", "GB", "air/international/without_rf GB 2025*"],
    ["short_haul", "ES", "air/short_haul/without_rf GLO 2025*"],
    ["short_haul", "GB", "air/short_haul/without_rf GB 2025"],
  ])("%s from %s is a proxy only where the row describes other flights", async (haul, country, factor) => {
    const { id } = combinations.find(
      ({ detail, transportType }) => detail === haul && transportType === FreightMode.AIR,
    )!;
    const activity = { case: "transportCombinationId" as const, value: id };
    expect(named(await select({ activity, part: OPERATION, country }))).toBe(factor);
  });
});

describe("an electric van", () => {
  it("has no emissions of operation", async () => {
    const { factor, fitness } = await select(toc("van_electric", { country: "ES" }));
    expect([factor?.key, factor?.values?.co2e?.value, fitness?.proxy]).toEqual(["battery_electric", "0", false]);
  });

  it.each([
    { country: "ES", region: "ES", proxy: false },
    { country: "GLO", region: "GB", proxy: true },
  ])("takes the electricity of $country from well to tank, with the losses of the grid", async (each) => {
    const { factor, conversion, fitness } = await select(
      toc("van_electric", { country: each.country, part: ENERGY_PROVISION }),
    );
    expect([factor?.category, factor?.key, factor?.region]).toEqual(["electricity_life_cycle", "grid", each.region]);
    const [used, generated] = conversion;
    expect([used?.multiplyBy?.value, used?.fuelProperty?.property]).toEqual(["1.12547", "kwh_per_tkm"]);
    const percent = generated?.lossShare?.percent?.value ?? "";
    expect([generated?.multiplyBy?.value, generated?.divideBy?.value]).toEqual([
      "100",
      plain(parse("100").minus(parse(percent))),
    ]);
    expect(fitness?.proxy).toBe(each.proxy);
  });

  it("is marked where the goods are refrigerated", async () => {
    expect((await select(toc("van_electric", { refrigerated: true }))).fitness?.proxy).toBe(true);
  });
});

describe("a hub", () => {
  const hub = (value: HubCategory, part: FreightPart = OPERATION): Freight => ({
    activity: { case: "hubCategory", value },
    part,
  });

  it("has kilograms per tonne, and container terminals per container", async () => {
    const { factor } = await select(hub(HubCategory.WAREHOUSE_MIXED), { unit: "kg" });
    expect([factor?.key, factor?.values?.co2e?.value, factor?.unit]).toEqual(["warehouse_mixed", "50", "t"]);
    const terminal = await select(hub(HubCategory.MARITIME_CONTAINER_TERMINALS_AMBIENT), { unit: "piece" });
    expect([terminal.factor?.values?.co2e?.value, terminal.factor?.unit]).toEqual(["11.4", "piece"]);
  });

  it("has a factor in each category", async () => {
    const categories = HubCategorySchema.values
      .map(({ number }) => number as HubCategory)
      .filter((value) => value !== 0);
    for (const value of categories) {
      const isTerminal = enumText(HubCategorySchema, value).startsWith("maritime");
      expect((await select(hub(value), { unit: isTerminal ? "piece" : "t" })).failureCode).toBe("");
    }
    expect(categories).toHaveLength(10);
  });

  it("has all its emissions in the operation", async () => {
    expect(named(await select(hub(HubCategory.WAREHOUSE_MIXED, ENERGY_PROVISION), { unit: "t" }))).toBe(
      "FACTOR_NOT_FOUND",
    );
  });
});

describe("a fuel of a carrier", () => {
  it("has the figures of lorries in Spain and those of DESNZ elsewhere", async () => {
    const diesel = (country: string, part: FreightPart): Freight => ({
      activity: { case: "logisticsFuelId", value: "f51a1645-c201-43da-9dcd-6408be3cb517" },
      part,
      country,
    });
    const at = { unit: "l", day: "2024-06-30" };
    expect(named(await select(diesel("ES", OPERATION), at))).toBe("diesel/n2_n3 ES 2024");
    expect(named(await select(diesel("FR", OPERATION), at))).toBe("diesel GLO 2024*");
    expect(named(await select(diesel("FR", ENERGY_PROVISION), at))).toBe("diesel GLO 2024*");
  });

  it("has both parts in its own unit, for each fuel", async () => {
    for (const [name, { id, unit }] of fuels) {
      for (const part of [OPERATION, ENERGY_PROVISION]) {
        const found = await select({ activity: { case: "logisticsFuelId", value: id }, part, country: "PT" }, { unit });
        expect([name, found.failureCode]).toEqual([name, ""]);
      }
    }
    expect(fuels.size).toBe(21);
  });
});

it("every combination and category has a factor of both parts", async () => {
  const ids = [
    ...combinations.map(({ id }) => ({ case: "transportCombinationId" as const, value: id })),
    ...[...tocs.values()].map((value) => ({ case: "tocId" as const, value })),
  ];
  const selections = ids.flatMap((activity) =>
    [OPERATION, ENERGY_PROVISION].map((part) => ({
      selector: { kind: { case: "freight" as const, value: create(FreightSelectorSchema, { activity, part }) } },
      unitId: seeded.snapshot.unitsByCode.get("tkm")!.id,
      referenceDate: "2026-01-31",
    })),
  );
  const { resolutions } = await client.resolveFactors({ selections });
  expect(resolutions.filter(({ factor }) => factor === undefined)).toEqual([]);
  expect(ids).toHaveLength(129 + 43);
});

it("a selector without activity, part or a valid id is refused", async () => {
  const refused = async (freight: Freight) => {
    const error = ConnectError.from(await select(freight).catch((reason: unknown) => reason));
    return refusalIn(error)?.violations.map(({ loc, type }) => `${loc.at(-1)} ${type}`);
  };
  expect(await refused({})).toEqual(["activity value_error.missing", "part value_error.missing"]);
  expect(await refused({ activity: { case: "tocId", value: "van" }, part: OPERATION })).toEqual([
    "toc_id type_error.uuid",
  ]);
});

it("default loads are those that the figures per kilometre and per tonne-kilometre imply", async () => {
  const { freight, factors } = seeded.snapshot;
  const figure = (key: string, unit: string) =>
    parse(
      factors
        .get(`freight library ${key}`)!
        .find((one) => one.year === 2025 && one.unit === unit && ["GLO", "GB"].includes(one.region))!.row.co2e!,
    );
  const loaded = freight.tocs.filter(({ defaultLoadKg }) => defaultLoadKg !== null);
  expect(loaded.length).toBeGreaterThan(15);
  for (const { keys, defaultLoadKg } of loaded) {
    const tonnes = divide(figure(keys[0]!, "km"), figure(keys[0]!, "tkm"));
    expect(plain(tonnes.times(1000).toDecimalPlaces(0))).toBe(defaultLoadKg);
  }
});
