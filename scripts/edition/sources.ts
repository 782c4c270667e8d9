import type { Source } from "./source.ts";
import { aib } from "./sources/aib.ts";
import { desnz } from "./sources/desnz.ts";
import { ecb } from "./sources/ecb.ts";
import { ember } from "./sources/ember.ts";

export const SOURCES: readonly Source[] = [desnz, aib, ember, ecb];
