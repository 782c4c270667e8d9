import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type FreightMode,
  FreightModeSchema,
  TravelMethod,
  TravelMethodSchema,
} from "@emissions/proto/factors/v1/freight";
import type { FreightService } from "@emissions/proto/factors/v1/freight_service";
import { plain } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import { combinationsOf, type ListedCombination, type ListedToc, tocsOf } from "./rules.ts";

export const freightHandlers = ({ catalogue }: Pick<Context, "catalogue">): ServiceImpl<typeof FreightService> => ({
  listTransportCombinations: async (_request, call) => ({
    combinations: combinationsOf(await catalogue.current(call)).map(toCombination),
  }),

  listTransportOperationCategories: async (_request, call) => ({
    tocs: tocsOf(await catalogue.current(call)).map(toToc),
  }),

  listLogisticsFuels: async (_request, call) => {
    const { freight, unitsByCode } = await catalogue.current(call);
    return {
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
