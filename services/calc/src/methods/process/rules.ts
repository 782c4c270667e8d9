import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const processGases = byFactor("process/2", { scope: 1, part: "process" });
