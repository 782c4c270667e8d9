import type { KeyStep } from "../../catalogue/sectors.ts";
import type { Failure } from "../answer.ts";

/** The library keys of a selector, the most exact first, or a failure. */
export type Lookup = { steps: KeyStep[]; country: string } | Failure;
