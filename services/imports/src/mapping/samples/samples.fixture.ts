import { laterSamples } from "./later.fixture.ts";
import { mobilitySamples } from "./mobility.fixture.ts";
import { peopleSamples } from "./people.fixture.ts";
import { recordSamples } from "./records.fixture.ts";
import type { Sample } from "./sample.fixture.ts";

/** The committed files in `files/`. `node services/imports/src/mapping/samples/write.fixture.ts` writes them. */
export const samples: readonly Sample[] = [...recordSamples, ...mobilitySamples, ...peopleSamples, ...laterSamples];
export const filesUrl = new URL("files/", import.meta.url);
