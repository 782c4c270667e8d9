import { Decimal, plain } from "@emissions/quantity/decimal";

const TONNES_PER_KG = new Decimal("0.001");

/** Kilograms as tonnes, exactly. */
export const tonnes = (kg: Decimal) => ({ value: plain(kg.times(TONNES_PER_KG)) });
