import type { Source } from "./source.ts";
import { aib } from "./sources/aib.ts";
import { desnz } from "./sources/desnz.ts";
import { ecb } from "./sources/ecb.ts";
import { ember } from "./sources/ember.ts";
import { epa } from "./sources/epa.ts";
import { miteco } from "./sources/miteco.ts";

export const SOURCES: readonly Source[] = [desnz, epa, miteco, aib, ember, ecb];
