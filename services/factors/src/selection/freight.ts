import { create } from "@bufbuild/protobuf";
import { type Fitness, FitnessSchema } from "@emissions/proto/factors/v1/fitness";
import { FreightPart, type FreightSelector } from "@emissions/proto/factors/v1/freight";
import { derived } from "../catalogue/derived.ts";
import type { FreightKeys } from "../catalogue/freight.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { type Answer, failure } from "./answer.ts";
import { electricityOfVehicle, resolveProvidedElectricity } from "./freight-electricity.ts";
import {
  lookUpElectricOperation,
  lookUpHub,
  lookUpLogisticsFuel,
  lookUpTransport,
  type Shipment,
} from "./lookup/freight.ts";
import { type LibraryNeed, resolveInLibrary } from "./resolve-library.ts";
import { GLOBAL } from "./rules.ts";

const byId = derived(({ freight: { combinations, tocs, logisticsFuels } }) => ({
  combinations: new Map(combinations.map((row) => [row.id, row])),
  tocs: new Map(tocs.map((row) => [row.id, row])),
  fuels: new Map(logisticsFuels.map((row) => [row.id, row])),
}));

/** The factor of a means of transport, of a hub, or of a fuel of a carrier. */
export function resolveFreight(snapshot: Snapshot, selector: FreightSelector, need: LibraryNeed): Answer {
  const { activity, part, refrigerated, shortHaul } = selector;
  const country = selector.country === GLOBAL ? "" : selector.country;
  const shipment = { part, country, refrigerated, shortHaul };
  const { combinations, tocs, fuels } = byId(snapshot);
  switch (activity.case) {
    case "transportCombinationId":
      return resolveTransport(snapshot, combinations.get(activity.value.toLowerCase()), { ...shipment, ...need });
    case "tocId":
      return resolveTransport(snapshot, tocs.get(activity.value.toLowerCase()), { ...shipment, ...need });
    case "hubCategory":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpHub(activity.value, shipment) });
    case "logisticsFuelId":
      return resolveFuel(snapshot, fuels.get(activity.value.toLowerCase()), { ...shipment, ...need });
    default:
      return failure("FACTOR_NOT_FOUND", "There is no such activity of freight.");
  }
}

type FreightNeed = Shipment & LibraryNeed;

function resolveTransport(snapshot: Snapshot, means: FreightKeys | undefined, need: FreightNeed): Answer {
  if (means === undefined) return failure("FACTOR_NOT_FOUND", "There is no such means of transport.");
  const { part, country, refrigerated } = need;
  if (means.kwhPerTkm === null) return resolveInLibrary(snapshot, { ...need, lookup: lookUpTransport(means, need) });
  const answer =
    part === FreightPart.ENERGY_PROVISION
      ? electricityOfVehicle(snapshot, { ...need, kwhPerTkm: means.kwhPerTkm })
      : resolveInLibrary(snapshot, { ...need, lookup: lookUpElectricOperation("freight", country) });
  // The published electricity is that of a van without refrigeration.
  return refrigerated && answer.fitness !== undefined ? { ...answer, fitness: asProxy(answer.fitness) } : answer;
}

const asProxy = (fitness: Fitness): Fitness => create(FitnessSchema, { ...fitness, proxy: true });

function resolveFuel(
  snapshot: Snapshot,
  fuel: Snapshot["freight"]["logisticsFuels"][number] | undefined,
  need: FreightNeed,
): Answer {
  if (fuel === undefined) return failure("FACTOR_NOT_FOUND", "There is no such fuel.");
  if (fuel.category !== "") return resolveInLibrary(snapshot, { ...need, lookup: lookUpLogisticsFuel(fuel, need) });
  return need.part === FreightPart.ENERGY_PROVISION
    ? resolveProvidedElectricity(snapshot, need)
    : resolveInLibrary(snapshot, { ...need, lookup: lookUpElectricOperation("vehicle_fuels", need.country) });
}
