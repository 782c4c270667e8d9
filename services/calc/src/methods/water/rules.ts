import { byFactor } from "../by-factor.ts";
import type { Method } from "../method.ts";

const name = "water/2";
const TREATMENT_FACTORS = "water_treatment";

const supply = byFactor(name, { scope: 3, part: "supply" });
const treatment = byFactor(name, { scope: 3, part: "treatment" });

/**
 * kg = (quantity * multiply_by / divide_by) * factor; see README.md. The category of the factor tells supply and waste
 * water apart.
 */
export const water: Method = {
  ...supply,
  calculate: (activity) => (activity.lookedUpIn === TREATMENT_FACTORS ? treatment : supply).calculate(activity),
};
