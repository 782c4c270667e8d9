import { CHARGES } from "./charges.fixture.ts";
import type { Golden } from "./document.fixture.ts";
import { EDGES } from "./edges.fixture.ts";
import { ENGLISH } from "./english.fixture.ts";
import { LANGUAGES } from "./languages.fixture.ts";
import { SPANISH } from "./spanish.fixture.ts";
import { STRUCTURED } from "./structured.fixture.ts";

/** Documents with the values that must be read from them. */
export const GOLDEN: readonly Golden[] = [...STRUCTURED, ...SPANISH, ...ENGLISH, ...LANGUAGES, ...EDGES, ...CHARGES];
