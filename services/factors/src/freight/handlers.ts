import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import { FreightMode, FreightModeSchema, TravelMethod, TravelMethodSchema } from "@emissions/proto/factors/v1/freight";
import type { FreightService, ListTransportCombinationsRequest } from "@emissions/proto/factors/v1/freight_service";
import { plain } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import { combinationsOf, type ListedCombination, type ListedToc, tocsOf } from "./rules.ts";

export const freightHandlers = ({ catalogue }: Pick<Context, "catalogue">): ServiceImpl<typeof FreightService> => ({
  listTransportCombinations: async (filter, call) => ({
    combinations: combinationsOf(await catalogue.current(call))
      .map(toCombination)
      .filter(matches(filter)),
  }),

  listTransportOperationCategories: async (_request, call) => ({
    tocs: tocsOf(await catalogue.current(call)).map(toToc),
  }),

  listLogisticsFuels: async (_request, call) => {
    const { freight, unitsByCode } = await catalogue.current(call);
    return {
      total: freight.logisticsFuels.length,
      fuels: freight.logisticsFuels.map(({ id, name, unit, region }) => ({
        id,
        name,
        unitId: unitsByCode.get(unit)!.id,
        unit,
        region,
      })),
    };
  },
});

const modeOf = (text: string) => enumNumber(FreightModeSchema, text) as FreightMode;
const methodOf = (text: string) =>
  text === "" ? TravelMethod.UNSPECIFIED : (enumNumber(TravelMethodSchema, text) as TravelMethod);

function toCombination(row: ListedCombination) {
  const { id, refrigerated, electric, detail, sizeFrom, sizeTo, sizeUnit, referenceProduct } = row;
  return {
    id,
    transportType: modeOf(row.transportType),
    travelMethod: methodOf(row.travelMethod),
    refrigerated,
    electric,
    detail,
    referenceProduct,
    ...(sizeUnit !== "" && {
      boundaries: {
        unit: sizeUnit,
        ...(sizeFrom !== null && { from: { value: sizeFrom } }),
        ...(sizeTo !== null && { to: { value: sizeTo } }),
      },
    }),
  };
}

/** Zero and an absent value are no condition. */
const matches =
  ({ transportType, travelMethod, refrigerated, electric, detail }: ListTransportCombinationsRequest) =>
  (one: ReturnType<typeof toCombination>): boolean =>
    (transportType === FreightMode.UNSPECIFIED || one.transportType === transportType) &&
    (travelMethod === TravelMethod.UNSPECIFIED || one.travelMethod === travelMethod) &&
    (refrigerated ?? one.refrigerated) === one.refrigerated &&
    (electric ?? one.electric) === one.electric &&
    (detail ?? one.detail) === one.detail;

const toToc = ({ id, toc, vehicle, type, location, generic, defaultLoadKg, kwhPerTkm, wtw, category }: ListedToc) => ({
  id,
  toc,
  category: modeOf(category),
  vehicle,
  type,
  wtw: { value: plain(wtw) },
  location,
  generic,
  electric: kwhPerTkm !== null,
  ...(defaultLoadKg !== null && { defaultLoad: { value: defaultLoadKg } }),
  ...(kwhPerTkm !== null && { kwhPerTkm: { value: kwhPerTkm } }),
});
