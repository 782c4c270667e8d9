import type { KeyStep } from "../../catalogue/sectors.ts";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import type { Lookup } from "./lookup.ts";

const NAICS = "naics_2017";

/** The figures by NAICS code are of this country. In all others they are a proxy. */
const COUNTRY_OF_NAICS = "US";

/** Adds the BEA sectors of the NAICS codes. The figures of most countries are published by BEA sector. */
export function withBeaSectors({ beaByNaics }: Pick<Snapshot, "beaByNaics">, lookup: Lookup): Lookup {
  if ("failureCode" in lookup) return lookup;
  const naics = lookup.steps.filter(({ scheme }) => scheme === NAICS);
  const others = lookup.steps.filter(({ scheme }) => scheme !== NAICS);
  const bea = naics.flatMap((step): KeyStep[] => {
    const row = beaByNaics.get(step.key);
    if (row === undefined) return [];
    const { beaCode: key, isSame } = row;
    const marks = isSame ? step.marks : { ...step.marks, proxy: true };
    return [{ ...step, scheme: "bea_2017", key, label: `BEA sector ${key} of ${step.label}`, ...(marks && { marks }) }];
  });
  const published = lookup.country === COUNTRY_OF_NAICS ? [...naics, ...bea] : [...bea, ...naics];
  return { ...lookup, steps: [...others, ...published] };
}
