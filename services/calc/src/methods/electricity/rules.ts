import { byFactor } from "../by-factor.ts";

/** kg = (quantity * multiply_by / divide_by) * factor; see README.md. */
export const electricity = byFactor("electricity/2", { scope: 2, part: "consumption" });
