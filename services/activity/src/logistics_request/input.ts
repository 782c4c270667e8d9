import { enumNumber } from "@emissions/kit/wire/enum";
import type { Journey } from "@emissions/proto/activity/v1/record_events";
import { FreightPart, HubCategorySchema } from "@emissions/proto/factors/v1/freight";
import { unitId } from "@emissions/quantity/catalogue-id";
import { divide, parse, plain } from "@emissions/quantity/decimal";
import { factorSelector } from "../records/custom-factors.ts";
import { parseJourney } from "../records/journeys.ts";
import type { RecordInput } from "../records/kind.ts";
import { payerOf } from "../records/payer.ts";
import type { LegRow } from "./row.ts";

const CATEGORY = "goods_shipped";
/** Names of the parts besides the operation of the vehicle. */
export const ENERGY_PROVISION = "energy_provision";
export const HUB = "hub";

const ALLOCATED =
  "The fuel of the vehicle is recorded and counts in scopes 1 to 3; the leg shows its share by tonne-kilometres (ISO 14083).";

/** Cleaning of the vehicle adds 5 %. */
const CLEANING = "1.05";
const KG_PER_TONNE = "1000";
/** Unit of the activity. */
export const TONNE_KILOMETRE = "tkm";
/** Flights up to this great circle have factors of their own. */
const SHORT_HAUL_KM = 1500;
const CONTAINER_TERMINALS = "maritime_container_terminals";
/** Mass that stands for one container in a hub that counts containers. */
const KG_PER_TEU = "10000";

export const journeyOf = ({ journey }: Pick<LegRow, "journey">): Journey | undefined => parseJourney(journey);

/** Emissions from well to wheel: operation and energy provision of the vehicle, and the hub of another company. */
export function toInput(row: LegRow): RecordInput {
  const { shipmentDate, year, tocId, originCountry: country, failureCode, failureDetail } = row;
  const journey = journeyOf(row);
  const activity = transportOf(row);
  const own = factorSelector(row, { unitMustMatch: true });
  const selector = (part: FreightPart) => ({
    kind: {
      case: "freight" as const,
      value: { activity: { case: "tocId" as const, value: tocId ?? "" }, part, country, shortHaul: isShortHaul(row) },
    },
  });
  const common = {
    category: CATEGORY,
    paidBy: payerOf(row.paidBy),
    referenceDate: year === null || shipmentDate.startsWith(`${year}-`) ? shipmentDate : `${year}-01-01`,
    startDate: shipmentDate,
    endDate: shipmentDate,
    ...(failureCode !== null && { failure: { code: failureCode, detail: failureDetail ?? "" } }),
  };
  const hub = hubPart(row);
  // The fuel of the vehicle counts in place of the transport, but not in place of the hub.
  if (hub !== null && row.isAllocated) return { ...common, ...hub };
  return {
    ...common,
    ...activity,
    selector: own === undefined ? selector(FreightPart.OPERATION) : { kind: own },
    ...(journey && { journey }),
    ...(row.isAllocated && { exclusion: ALLOCATED }),
    additionalParts: [
      // The own factor is from well to wheel.
      ...(own === undefined
        ? [
            {
              part: ENERGY_PROVISION,
              category: CATEGORY,
              ...activity,
              selector: selector(FreightPart.ENERGY_PROVISION),
            },
          ]
        : []),
      ...(hub === null ? [] : [{ ...hub, part: HUB }]),
    ],
  };
}

/** The distance that counts. */
const countedKm = ({ greatCircleKm, kilometres }: LegRow): string | null => greatCircleKm ?? kilometres;

function isShortHaul(row: LegRow): boolean {
  const km = countedKm(row);
  return row.mode === "air" && km !== null && parse(km).lessThanOrEqualTo(SHORT_HAUL_KM);
}

/** Tonne-kilometres, and how they follow from the request. */
function transportOf(row: LegRow) {
  const { cleaning } = row;
  const tkm = parse(row.tonneKilometres ?? "0");
  const value = plain(cleaning ? tkm.times(parse(CLEANING)) : tkm);
  const allocation = row.tkm === null ? `(${tonnes(row)}) * ${countedKm(row)}` : row.tkm;
  return {
    quantity: { value: { value }, unitId: unitId(TONNE_KILOMETRE), unit: TONNE_KILOMETRE },
    allocation: cleaning ? `${allocation} * ${CLEANING}` : row.tkm === null ? allocation : "",
  };
}

/** The mass of the load as a formula: "10 * 500 * 0.8 / 1000" for ten pallets of 500 kg with a load factor of 0.8. */
function tonnes({ load, loadKg, loadFactor }: LegRow): string {
  const recorded = load ?? loadKg ?? "0";
  const perUnit = load === null ? "1" : plain(divide(parse(loadKg ?? "0"), parse(load)));
  const factors = [recorded, ...(perUnit === "1" ? [] : [perUnit]), ...(loadFactor === null ? [] : [loadFactor])];
  return `${factors.join(" * ")} / ${KG_PER_TONNE}`;
}

/** Hubs handle tonnes; container terminals handle containers, of 20 or 40 feet alike. Null without a hub. */
function hubPart(row: LegRow) {
  const { hubCategory, effectiveLoadKg } = row;
  if (hubCategory === null || effectiveLoadKg === null) return null;
  const isOfContainers = hubCategory.startsWith(CONTAINER_TERMINALS);
  const [divisor, unit] = isOfContainers ? [kgPerContainer(row), "piece"] : [KG_PER_TONNE, "t"];
  const value = plain(divide(parse(effectiveLoadKg), parse(divisor)));
  const category = enumNumber(HubCategorySchema, hubCategory);
  const selected = { activity: { case: "hubCategory" as const, value: category }, part: FreightPart.OPERATION };
  return {
    category: CATEGORY,
    quantity: { value: { value }, unitId: unitId(unit), unit },
    allocation: `${effectiveLoadKg} / ${divisor}`,
    selector: { kind: { case: "freight" as const, value: selected } },
  };
}

/** Other loads count as containers of 20 feet. */
const kgPerContainer = ({ load, loadUnit, loadKg }: LegRow): string =>
  loadUnit === "feu" && load !== null ? plain(divide(parse(loadKg ?? "0"), parse(load))) : KG_PER_TEU;
