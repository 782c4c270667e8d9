import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const recharges = byFactor("recharges/2", { scope: 1, part: "leakage" });
