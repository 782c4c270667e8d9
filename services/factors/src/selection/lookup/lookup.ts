import type { Failure } from "../answer.ts";
import type { KeyStep } from "../sectors.ts";

/** Where in the library a selector looks, the most exact way first; or why it cannot. */
export type Lookup = { steps: KeyStep[]; country: string } | Failure;
