import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const heat = byFactor("heat/2", { scope: 2, part: "consumption" });
