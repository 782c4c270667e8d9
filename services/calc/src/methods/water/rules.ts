import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const water = byFactor("water/1", { scope: 3, part: "supply" });

/** The same for what is sent away: the library's figures tell it from what was supplied. */
export const waterTreatment = byFactor("water/1", { scope: 3, part: "treatment" });
