import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const wasteWater = byFactor("waste-water/1", { scope: 1, part: "treatment" });
