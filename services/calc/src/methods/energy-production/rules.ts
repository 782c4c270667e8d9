import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const energyProduction = byFactor("energy-production/2", { scope: 3, part: "upstream" });
