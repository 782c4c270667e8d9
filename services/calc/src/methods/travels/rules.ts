import { QUANTITY } from "../apply-factor.ts";
import { byFactor } from "../by-factor.ts";

const NAMES = { ...QUANTITY, quantity: "distance" };

/** kg = (distance * multiply_by / divide_by) * factor; see README.md. */
export const travels = byFactor("travels/1", { scope: 3, part: "travel" }, NAMES);

/** The same for fuel and electricity of the trip. They are of category 6, not of category 3 like bought energy. */
export const travelsUpstream = byFactor("travels-upstream/1", { scope: 3, part: "travel_upstream" }, NAMES);
