import { unitId } from "@emissions/quantity/catalogue-id";
import fc from "fast-check";
import type { Catalogue } from "./catalogue.ts";
import { amountOf, facility, maybe, oneOf, periodOf } from "./draw.ts";
import type { RandomKind } from "./kind.ts";

export function wasteKinds({ wastes }: Catalogue, unitsIn: (dimension: string) => readonly string[]): RandomKind[] {
  const ofWaste = {
    list: "/v1/wastes",
    template: "wastes",
    amounts: ["base_quantity"],
  };
  const waste = fc
    .tuple(
      fc.record({
        facility_id: facility,
        identification_name: fc.constant("Waste"),
        base_quantity: amountOf(),
        total_km_to_waste_center: maybe(amountOf({ max: 900, decimals: 1 })),
      }),
      periodOf(),
    )
    .map(([fields, days]) => ({ ...fields, ...days }));
  const water = fc
    .tuple(
      fc.record({
        facility_id: facility,
        name: fc.constant("Plant"),
        quantity: amountOf(),
        unit_id: oneOf(unitsIn("volume")),
        custom_ef_record_id: maybe(fc.constant("@own waste_water_treatments m3")),
      }),
      periodOf(),
    )
    .map(([{ custom_ef_record_id, ...fields }, days]) => ({
      ...fields,
      ...(custom_ef_record_id && { custom_ef_record_id, unit_id: unitId("m3") }),
      ...days,
    }));
  return [
    {
      ...ofWaste,
      name: "wastes by code",
      // Other units of mass are written in another relation: a file of wastes takes kilograms alone.
      bodies: fc.tuple(waste, oneOf(wastes)).map(([body, codes]) => ({ ...body, ...codes, unit_id: unitId("kg") })),
      unit: "unit_id",
    },
    {
      ...ofWaste,
      name: "wastes by an own factor",
      bodies: waste.map((body) => ({ ...body, unit_id: unitId("kg"), custom_ef_record_id: "@own wastes kg" })),
    },
    {
      name: "waste water",
      list: "/v1/waste-water-treatments",
      template: "waste_water_treatments",
      bodies: water,
      amounts: ["quantity"],
      unit: "unit_id",
    },
  ];
}
