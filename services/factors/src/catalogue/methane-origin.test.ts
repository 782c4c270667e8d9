import { MethaneOrigin } from "@emissions/proto/factors/v1/selection_service";
import { expect, it } from "vitest";
import { methaneOriginOf } from "./methane-origin.ts";

type Row = Parameters<typeof methaneOriginOf>[0];

const { FOSSIL, NON_FOSSIL, UNSPECIFIED } = MethaneOrigin;
const gas = { category: "fuels", key: "natural_gas", co2: "2", ch4: "0.1", biogenicCo2: null };
const wood = { ...gas, key: "wood_logs", co2: "0", biogenicCo2: "2" };

it.each<{ what: string; row: Partial<Row>; origin: MethaneOrigin }>([
  { what: "a fossil fuel", row: gas, origin: FOSSIL },
  { what: "a fossil fuel of vehicles", row: { ...gas, category: "vehicle_fuels", key: "lpg" }, origin: FOSSIL },
  { what: "a biogenic fuel", row: wood, origin: NON_FOSSIL },
  { what: "a fuel whose CO2 is zero", row: { ...wood, biogenicCo2: null }, origin: NON_FOSSIL },
  { what: "a fuel with both kinds of CO2", row: { ...gas, biogenicCo2: "1" }, origin: UNSPECIFIED },
  { what: "a fuel without stated CO2", row: { ...gas, co2: null }, origin: UNSPECIFIED },
  { what: "a blend", row: { ...gas, key: "b7" }, origin: UNSPECIFIED },
  { what: "diesel of filling stations in a class of vehicles", row: { ...gas, key: "diesel/m1" }, origin: UNSPECIFIED },
  { what: "municipal waste", row: { ...gas, key: "municipal_solid_waste" }, origin: UNSPECIFIED },
  { what: "electricity", row: { ...gas, category: "electricity_location", key: "grid" }, origin: UNSPECIFIED },
  { what: "a figure without methane", row: { ...gas, ch4: null }, origin: UNSPECIFIED },
])("the methane of $what has the origin $origin", ({ row, origin }) => {
  expect(methaneOriginOf(row as Row)).toBe(origin);
});
