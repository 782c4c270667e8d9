import { unitId } from "@emissions/quantity/catalogue-id";
import fc from "fast-check";
import type { Catalogue, Fuel } from "./catalogue.ts";
import { amountOf, facility, maybe, oneOf, periodOf, times } from "./draw.ts";
import type { Body, RandomKind } from "./kind.ts";

type UnitsIn = (dimension: string) => readonly string[];

export function invoiceKinds({ fuels, refrigerants, suppliers }: Catalogue, unitsIn: UnitsIn): RandomKind[] {
  const common = { list: "/v1/invoices", template: "invoices", unit: "unit_id", amounts: ["base_quantity"] };
  const invoiceOf = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .tuple(fc.record({ facility_id: facility, base_quantity: amountOf(), ...fields }), periodOf())
      .map(([invoice, days]) => ({ type, ...invoice, ...days }));
  const fuelled = (type: string, all: readonly Fuel[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
    oneOf(all).chain((fuel) =>
      invoiceOf(type, {
        // The units of the fuel are those of the country that it was listed for.
        facility_id: fc.constant("@facility GB"),
        facility_fuel_id: fc.constant(fuel.id),
        unit_id: oneOf(fuel.units),
        ...more,
      }),
    );
  const retained = fuelled("recharge", refrigerants, { retained: maybe(oneOf(["0", "0.25", "1"])) }).map(
    ({ retained, ...body }: Body) => ({
      ...body,
      ...(retained !== undefined && { retained_quantity: times(String(body.base_quantity), String(retained)) }),
    }),
  );
  const own = oneOf([
    ["electricity", "electricity", "kWh"],
    ["heat", "stationary", "m3"],
    ["water", "water", "m3"],
    ["recharge", "recharge", "kg"],
    ["process", "process", "kg"],
  ] as const).chain(([type, category, unit]) =>
    invoiceOf(type, {
      unit_id: fc.constant(unitId(unit)),
      custom_ef_record_id: fc.constant(`@own ${category} ${unit}`),
    }),
  );
  return [
    {
      ...common,
      name: "invoices of electricity",
      bodies: invoiceOf("electricity", { unit_id: oneOf(unitsIn("energy")), supplier_id: maybe(oneOf(suppliers)) }),
    },
    { ...common, name: "invoices of heat", bodies: fuelled("heat", fuels) },
    { ...common, name: "invoices of water", bodies: invoiceOf("water", { unit_id: oneOf(unitsIn("volume")) }) },
    {
      ...common,
      name: "invoices of refrigerants",
      bodies: retained,
      amounts: ["base_quantity", "retained_quantity"],
    },
    { ...common, name: "invoices of process gases", bodies: fuelled("process", refrigerants) },
    {
      list: common.list,
      template: "invoices",
      amounts: common.amounts,
      name: "invoices by an own factor",
      bodies: own,
    },
  ];
}
