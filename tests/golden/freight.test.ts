import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FreightPart, FreightSelectorSchema, HubCategory } from "@emissions/proto/factors/v1/freight";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Activity, type FactorsAndCalc, factorsAndCalc } from "./services.ts";

let services: FactorsAndCalc;
beforeAll(async () => {
  services = await factorsAndCalc();
});
afterAll(() => services.drop());

const { OPERATION, ENERGY_PROVISION } = FreightPart;
type Means = NonNullable<Exclude<MessageInitShape<typeof FreightSelectorSchema>, { $typeName: string }>["activity"]>;

const selectorOf = (activity: Means, part: FreightPart, country: string) => ({
  case: "freight" as const,
  value: create(FreightSelectorSchema, { activity, part, country }),
});

const toc = (name: string): Means => ({
  case: "tocId",
  value: services.snapshot.freight.tocs.find((one) => one.toc === name)!.id,
});

/** Of a mode, by its detail; a detail of refrigerated goods begins with "refrigerated:". */
function combination(mode: string, text: string): Means {
  const refrigerated = text.startsWith("refrigerated:");
  const detail = text.replace("refrigerated:", "");
  const found = services.snapshot.freight.combinations.find(
    (one) => one.transportType === mode && one.refrigerated === refrigerated && one.detail === detail,
  );
  return { case: "transportCombinationId", value: found!.id };
}

interface Leg {
  means: Means;
  tkm: string;
  country?: string;
  day?: string;
  hub?: { category: HubCategory; amount: string; unit: string };
}

/** A leg with both parts from well to wheel, and the hub that it passes. */
const leg = ({ means, tkm, country = "GB", day = "2025-06-30", hub }: Leg): Activity => {
  const unitId = services.unitId("tkm");
  const provision = {
    part: "energy_provision",
    category: "goods_shipped",
    quantity: { value: { value: tkm }, unitId },
    selector: { kind: selectorOf(means, ENERGY_PROVISION, country) },
  };
  const passed = hub && {
    part: "hub",
    category: "goods_shipped",
    quantity: { value: { value: hub.amount }, unitId: services.unitId(hub.unit) },
    selector: { kind: selectorOf({ case: "hubCategory", value: hub.category }, OPERATION, country) },
  };
  return {
    entityType: EntityType.LOGISTICS_REQUESTS,
    category: "goods_shipped",
    selector: selectorOf(means, OPERATION, country),
    quantity: tkm,
    unitId,
    day,
    // The warming potentials of the editions: AR4 before 2023.
    gwpSet: day < "2023" ? "AR4" : "AR5",
    additionalParts: [provision, ...(passed ? [passed] : [])],
  };
};

async function explained(activity: Activity) {
  const org = newId();
  const [id] = await services.store(org, [activity]);
  return services.explain(org, id!, EntityType.LOGISTICS_REQUESTS);
}

const kilograms = async (activity: Activity) => {
  const { errorDetail, parts, co2e } = await explained(activity);
  expect(errorDetail).toBeUndefined();
  return [...parts.map((part) => part.co2e?.value), co2e?.value];
};

// Entered by hand from the flat files of DESNZ, in kilograms of CO2e: tank to wheel, and well to tank.
describe("one tonne-kilometre emits the published numbers of DESNZ to their last digit", () => {
  it.each([
    ["2025", "road", "", "0.10163", "0.02359", "0.12522"],
    ["2025", "road", "rigid_over_17_t", "0.17146", "0.03736", "0.20882"],
    ["2025", "road", "articulated_over_33_t_50_laden", "0.09612", "0.02244", "0.11856"],
    ["2025", "road", "refrigerated:rigid_3_5_to_7_5_t", "0.62837", "0.14669", "0.77506"],
    ["2025", "road", "refrigerated:articulated_over_33_t", "0.08908", "0.02086", "0.10994"],
    ["2025", "road", "van_class_i_petrol", "1.42906", "0.32847", "1.75753"],
    ["2025", "rail", "", "0.02779", "0.00691", "0.0347"],
    ["2025", "maritime", "container_ship_8000_plus_teu", "0.01266", "0.00287", "0.01553"],
    ["2025", "maritime", "crude_tanker_200000_plus_dwt", "0.00294", "0.00067", "0.00361"],
    ["2025", "maritime", "refrigerated:refrigerated_cargo", "0.01306", "0.00296", "0.01602"],
    ["2025", "air", "long_haul", "0.5313", "0.13516", "0.66646"],
    ["2025", "air", "domestic_with_radiative_forcing", "4.60397", "0.57429", "5.17826"],
  ])("%s %s %s", async (year, mode, detail, ...figures) => {
    expect(await kilograms(leg({ means: combination(mode, detail), tkm: "1", day: `${year}-06-30` }))).toEqual(figures);
  });
});

/** The numbers of docs/freight.md. */
describe("the shipment of the page about freight emits", () => {
  const country = "ES";

  it("149.1565 kg by lorry", async () => {
    const lorry = leg({ means: toc("artic_truck_diesel"), tkm: "1550", country });
    expect(await kilograms(lorry)).toEqual(["120.9", "28.2565", "149.1565"]);
  });

  it("610.3101 kg by ship, with the terminal", async () => {
    const hub = { category: HubCategory.MARITIME_CONTAINER_TERMINALS_AMBIENT, amount: "1", unit: "piece" };
    const ship = leg({ means: toc("container_ship_dry"), tkm: "83530", country, hub });
    expect(await kilograms(ship)).toEqual(["492.827", "106.0831", "11.4", "610.3101"]);
  });

  it("2.26194141075 kg by electric van, all of it in the electricity", async () => {
    const van = leg({ means: toc("van_electric"), tkm: "12", country });
    expect(await kilograms(van)).toEqual(["0", "2.26194141075", "2.26194141075"]);
    const { parts } = await explained(van);
    expect(parts[1]?.formulaWithNumbers?.split(" = ")[0]).toBe("(12 * 1.12547 * 100 / 91.71176115089923) * 0.1536");
  });
});
