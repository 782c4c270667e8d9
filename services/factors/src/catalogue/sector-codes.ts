import { plainText } from "../plain-text.ts";
import { naceDigits } from "./nace-digits.ts";
import { editionOfLetter } from "./nace-sections.ts";
import type { Edition, Sector } from "./sector.ts";
import type { SectorIndex } from "./sectors.ts";

/** The classification that a code is said to be of. Null if the code is all that is known. */
type CodeType = "nace" | "cnae" | "sic" | "naics" | null;

/** The sectors that one code means. */
export interface Ambiguous {
  readings: readonly [Sector, Sector];
}

export type Found = Sector | Ambiguous | null;

export const isAmbiguous = (found: Found): found is Ambiguous => found !== null && "readings" in found;

/** The only sector that is meant. */
export const unambiguous = (found: Found): Sector | null => (isAmbiguous(found) ? null : found);

const CODE_TYPES: ReadonlySet<string> = new Set(["nace", "cnae", "sic", "naics"]);

/** "NACE C24.10", "NACE Rev. 2.1 46.71", "CNAE-2025 4671", "UK SIC 2007 24100", "NAICS 331". */
const NAMED =
  /^(?:UK\s+)?(NACE|CNAE|SIC|NAICS)(?:[\s-]*((?:Rev\.?\s*)?2(?:\.1)?|2007|2009|2017|2022|2025))?[\s:-]+(.+)$/i;
const REV2_1 = /2\.1$|^2025$/;
const NAICS = /^\d{2,6}$/;
/** NAICS sectors of more than one number. */
const NAICS_RANGES: ReadonlySet<string> = new Set(["31-33", "44-45", "48-49"]);
/** Only NAICS has codes of six digits, so they need no type. */
const NAICS_DIGITS = 6;

/** Finds the sector of a purchase by code or official title. */
export const findSector = (index: SectorIndex, text: string, edition: Edition): Found =>
  findCode(index, text, { type: null, edition }) ?? findTitle(index, plainText(text), edition);

/** Finds the sector of a supplier. The type decides which classification a code of two to five digits is of. */
export const findSupplierSector = (index: SectorIndex, codeType: string, code: string, edition: Edition): Found =>
  findCode(index, code, { type: CODE_TYPES.has(codeType) ? (codeType as CodeType) : null, edition });

/** Both editions have most titles, for the same activity. */
function findTitle({ byTitle, editions }: SectorIndex, title: string, edition: Edition): Sector | null {
  const { naceByTitle, naicsByTitle } = editions;
  const [first, second] = edition === "nace_rev2_1" ? [naceByTitle, byTitle] : [byTitle, naceByTitle];
  return first.get(title) ?? second.get(title) ?? naicsByTitle.get(title) ?? null;
}

interface Stated {
  type: CodeType;
  edition: Edition;
}

/** Reads a code in any spelling. The name of a classification in the text decides. */
function findCode(index: SectorIndex, text: string, { type, edition }: Stated): Found {
  const named = NAMED.exec(text.trim());
  if (named !== null) {
    const [, name = "", version, rest = ""] = named;
    const editionOf = version === undefined ? edition : REV2_1.test(version) ? "nace_rev2_1" : "nace_rev2";
    return findCode(index, rest, { type: name.toLowerCase() as CodeType, edition: editionOf });
  }
  const code = text.trim();
  if (type === "naics" || (NAICS.test(code) && code.length === NAICS_DIGITS)) return findNaics(index, code);
  const meant = editionOfLetter(code) ?? edition;
  const readings = readingsOf(index, code, type);
  const found = type === "sic" ? readings.rev2 : readingIn(index, readings, meant);
  return withLostZero(index, code, { type, edition: meant }, found);
}

const THREE_DIGITS = /^[1-9]\d\d$/;

/** A spreadsheet makes 812 of 0812: sand pits, and not cleaning. So a group and a class of such digits are asked. */
function withLostZero(index: SectorIndex, code: string, stated: Stated, found: Found): Found {
  if (!THREE_DIGITS.test(code) || found === null || isAmbiguous(found)) return found;
  const padded = unambiguous(findCode(index, `0${code}`, stated));
  return padded?.standsFor?.startsWith("CNAE") ? found : either(found, padded);
}

/** The sectors of a code in each classification that it may be of. Groups are those of classes that CNAE alone has. */
interface Readings {
  /** In the spelling of NACE. */
  nace: string;
  rev2: Sector | null;
  rev2Group: Sector | null;
  rev2_1: Sector | null;
  rev2_1Group: Sector | null;
  naics: Sector | null;
}

function readingsOf(index: SectorIndex, code: string, type: CodeType): Readings {
  const { nace = "", subclass } = naceDigits(code) ?? {};
  const isWhole = subclass === undefined;
  const group =
    isWhole && nace.length === "24.10".length && (type === null || type === "cnae") ? nace.slice(0, -1) : "";
  const ofGroup = (sector: Sector | undefined) => (sector ? { ...sector, standsFor: `CNAE ${nace}` } : null);
  return {
    nace: isWhole ? nace : "",
    rev2: index.byCode.get(isWhole ? `nace_rev2 ${nace}` : `uk_sic_2007 ${nace}/${subclass}`) ?? null,
    rev2Group: ofGroup(index.byCode.get(`nace_rev2 ${group}`)),
    rev2_1: isWhole ? (index.editions.nace.get(nace) ?? null) : null,
    rev2_1Group: ofGroup(index.editions.nace.get(group)),
    naics: type === null ? findNaics(index, code) : null,
  };
}

/**
 * Without a type, NACE Rev. 2 and UK SIC come before NAICS: 331 is the group 33.1, not the primary metals of NAICS.
 * Codes that only NACE Rev. 2.1 has are newer than this order, so one that NAICS has too is ambiguous.
 */
function readingIn({ editions }: SectorIndex, readings: Readings, edition: Edition): Found {
  const { nace, rev2, rev2Group, rev2_1, rev2_1Group, naics } = readings;
  const hasOtherMeaning = editions.otherMeaning.has(nace);
  if (edition === "nace_rev2") return rev2 ?? naics ?? rev2Group ?? rev2_1 ?? rev2_1Group;
  if (edition === "nace_rev2_1")
    return rev2_1 ?? (hasOtherMeaning ? rev2_1Group : null) ?? rev2 ?? naics ?? rev2_1Group ?? rev2Group;
  if (hasOtherMeaning) return either(rev2 ?? rev2Group, rev2_1 ?? rev2_1Group);
  return rev2 ?? either(rev2_1, naics) ?? rev2Group ?? rev2_1Group;
}

const either = (one: Sector | null, other: Sector | null): Found =>
  one !== null && other !== null ? { readings: [one, other] } : (one ?? other);

function findNaics({ byCode, naicsGroups, editions }: SectorIndex, code: string): Sector | null {
  if (!NAICS.test(code) && !NAICS_RANGES.has(code)) return null;
  return byCode.get(`naics_2017 ${code}`) ?? naicsGroups.get(code) ?? editions.naics.get(code) ?? null;
}
