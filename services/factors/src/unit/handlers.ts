import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { UnitDetailSchema, UnitService } from "@emissions/proto/factors/v1/unit_service";
import type { UnitRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import type { Context } from "../context.ts";
import { today } from "../day.ts";
import { rateSpan } from "../exchange_rate/rules.ts";
import { searchedPage } from "../search.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { converted, toUnit } from "./convert.ts";

export const unitHandlers = ({ catalogue }: Context): ServiceImpl<typeof UnitService> => ({
  listUnits: async ({ type, ...request }, call) => {
    const snapshot = await catalogue.current(call);
    const matching = snapshot.units.filter((unit) => type === "" || matchesFilter(unit, type));
    const { rows: units, total } = searchedPage(matching, request, ({ name }) => name.replaceAll("_", " "));
    const day = today();
    const catalogueUnits = units.map((unit) => ({ ...toUnit(unit), ...rateFields(snapshot, unit, day) }));
    return { units: units.map(toUnit), details: units.map(toDetail), catalogueUnits, total };
  },

  convertQuantity: async ({ quantity, fromUnitId, toUnitId, date }, call) => {
    const snapshot = await catalogue.current(call);
    return {
      conversion: converted(snapshot, { quantity: quantity?.value, fromUnitId, toUnitId, day: date ?? today() }),
    };
  },
});

/** No filter matches currencies. Clients find them by the code in the name. */
const matchesFilter = (unit: UnitRow, type: string) =>
  unit.dimension !== CURRENCY && (unit.type === type || unit.purposes.includes(type));

const NO_RATES = { hasExchangeRates: false };

function rateFields({ rates }: Snapshot, { dimension, code }: UnitRow, day: string) {
  if (dimension !== CURRENCY) return {};
  const span = rateSpan(rates, code, day);
  if (span === null) return NO_RATES;
  const { from, to } = span;
  return {
    hasExchangeRates: true,
    ...(from !== null && { exchangeRatesFrom: from }),
    ...(to !== null && { exchangeRatesTo: to }),
  };
}

const toDetail = (unit: UnitRow): MessageInitShape<typeof UnitDetailSchema> => ({
  unit: toUnit(unit),
  code: unit.code,
  dimension: unit.dimension,
  ...(unit.numerator !== null && { numerator: { value: unit.numerator } }),
  ...(unit.denominator !== null && { denominator: { value: unit.denominator } }),
  purposes: unit.purposes,
});
