import type { LerRow, RdRow } from "../catalogue/codes.ts";
import { derived, factorsIn } from "../catalogue/derived.ts";
import type { LibraryFactor } from "../catalogue/factor.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { plainText } from "../plain-text.ts";
import { GLOBAL } from "../selection/rules.ts";

/** Waste factors have the key "150101/R03", or "150101" for the LER code alone. */
const CATEGORY = "waste";

/** The factor that a pair of codes has in a region. */
export interface WastePair {
  factor: LibraryFactor;
  ler: LerRow;
  rd: RdRow | null;
}

interface Pairs {
  /** Distinct pairs, sorted by region, code and treatment. */
  all: readonly WastePair[];
  /** The treatments with a `GLO` factor, by LER code. */
  globalTreatments: ReadonlyMap<string, ReadonlySet<string>>;
}

export const pairsOf = derived(collect);

function collect(snapshot: Snapshot): Pairs {
  const { lerByCode, rdByCode } = snapshot;
  const best = new Map<string, WastePair>();
  const globalTreatments = new Map<string, Set<string>>();
  for (const factor of factorsIn(snapshot, CATEGORY)) {
    const [lerCode = "", rdCode = ""] = factor.key.split("/");
    const [ler, rd] = [lerByCode.get(lerCode), rdByCode.get(rdCode) ?? null];
    if (ler === undefined || (rdCode !== "" && rd === null)) continue;

    const regionAndKey = `${factor.region} ${factor.key}`;
    const other = best.get(regionAndKey)?.factor;
    if (other === undefined || compare(factor, other) < 0) best.set(regionAndKey, { factor, ler, rd });
    if (factor.region === GLOBAL && rd !== null) {
      globalTreatments.set(lerCode, (globalTreatments.get(lerCode) ?? new Set()).add(rd.code));
    }
  }
  return { all: [...best].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair), globalTreatments };
}

/** Sorts first the factor that a selection for today chooses. */
const compare = (a: LibraryFactor, b: LibraryFactor) =>
  b.year - a.year || a.priority - b.priority || (a.id < b.id ? -1 : 1);

/** "15 01 01 paper" matches the start of the code and all words in the names. */
export function lerMatcher(search: string): (row: LerRow) => boolean {
  const words = plainText(search.replaceAll("*", " ")).split(" ").filter(Boolean);
  const code = words.filter(isNumber).join("");
  const names = words.filter((word) => !isNumber(word));
  return (row) => row.code.startsWith(code) && names.every((word) => row.searchNames.includes(word));
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** The printed form: "15 01 01". */
export const spaced = (code: string) => code.replaceAll(/(..)(?=.)/g, "$1 ");

/** Reads "R3" and "r03" as R03. */
export function rdCodeOf(text: string): string {
  const match = /^([RD])(\d{1,2})$/i.exec(text.trim());
  return match === null ? text : `${match[1]!.toUpperCase()}${match[2]!.padStart(2, "0")}`;
}
