import { plainText } from "../plain-text.ts";
import type { Sector, SectorIndex } from "./sectors.ts";

/** The classification that a code is said to be of. Null if the code is all that is known. */
type CodeType = "nace" | "cnae" | "sic" | "naics" | null;

const CODE_TYPES: ReadonlySet<string> = new Set(["nace", "cnae", "sic", "naics"]);

/** "NACE C24.10", "UK SIC 24100", "NAICS 331". */
const NAMED = /^(?:UK\s+)?(NACE|CNAE|SIC|NAICS)[\s:]+(.+)$/i;
/** "24.1", "C24.10", "1.11", "14.13/1" of the UK SIC, "24.10.0" and "24.10Z" of other national versions. */
const DOTTED = /^[A-U]?[\s.-]?(\d{1,2})\.(\d{1,2})(?:([./])(\d{1,2}))?[A-Z]?$/i;
/** "24", "241", "2410", "C2410", "2410Z", and "24100" of the UK SIC. */
const PLAIN = /^[A-U]?[\s.-]?(\d{2,5})[A-Z]?$/i;
const NAICS = /^\d{2,6}$/;
/** NAICS sectors of more than one number. */
const NAICS_RANGES: ReadonlySet<string> = new Set(["31-33", "44-45", "48-49"]);
/** Only NAICS has codes of six digits, so they need no type. */
const NAICS_DIGITS = 6;

/** Finds the sector of a purchase by code or official title. */
export const findSector = (index: SectorIndex, text: string): Sector | null =>
  findCode(index, text) ?? index.byTitle.get(plainText(text)) ?? null;

/** Finds the sector of a supplier. The type decides which classification a code of two to five digits is of. */
export const findSupplierSector = (index: SectorIndex, codeType: string, code: string): Sector | null =>
  findCode(index, code, CODE_TYPES.has(codeType) ? (codeType as CodeType) : null);

/**
 * Reads a code in any spelling. Without a type, NACE and UK SIC come before NAICS: 331 is the group 33.1, not the
 * primary metals of NAICS. Classes that only CNAE has come last.
 */
function findCode(index: SectorIndex, text: string, type: CodeType = null): Sector | null {
  const named = NAMED.exec(text.trim());
  if (named !== null) return findCode(index, named[2]!, named[1]!.toLowerCase() as CodeType);
  const code = text.trim();
  const inNaics = () => findNaics(index, code);
  if (type === "naics" || (NAICS.test(code) && code.length === NAICS_DIGITS)) return inNaics();
  const found = findNace(index, code) ?? (type === null ? inNaics() : null);
  return found ?? (type === null || type === "cnae" ? findGroupOfCnae(index, code) : null);
}

function findNaics(index: SectorIndex, code: string): Sector | null {
  if (!NAICS.test(code) && !NAICS_RANGES.has(code)) return null;
  return index.byCode.get(`naics_2017 ${code}`) ?? index.naicsGroups.get(code) ?? null;
}

function findNace(index: SectorIndex, code: string): Sector | null {
  const { nace, subclass } = naceDigits(code) ?? {};
  if (nace === undefined) return null;
  const named = (scheme: string, key: string) => index.byCode.get(`${scheme} ${key}`) ?? null;
  return subclass === undefined ? named("nace_rev2", nace) : named("uk_sic_2007", `${nace}/${subclass}`);
}

/** The code in the spelling of NACE: "24", "24.1" or "24.10". The subclass is of the UK SIC. */
function naceDigits(code: string): { nace: string; subclass?: string } | null {
  const dotted = DOTTED.exec(code);
  if (dotted !== null) {
    const [, division = "", rest = "", separator, part = ""] = dotted;
    const nace = `${division.padStart(2, "0")}.${rest}`;
    return separator === "/" ? { nace, subclass: part } : { nace };
  }
  const digits = PLAIN.exec(code)?.[1];
  if (digits === undefined) return null;
  const division = digits.slice(0, 2);
  if (digits.length === 2) return { nace: division };
  const nace = `${division}.${digits.slice(2, 4)}`;
  return digits.length === 5 && !digits.endsWith("0") ? { nace, subclass: digits[4]! } : { nace };
}

/** CNAE has its own classes below some NACE groups. For these, the group is the common level. */
function findGroupOfCnae(index: SectorIndex, code: string): Sector | null {
  const { nace = "", subclass } = naceDigits(code) ?? {};
  if (nace.length !== "24.10".length || subclass !== undefined) return null;
  const group = index.byCode.get(`nace_rev2 ${nace.slice(0, -1)}`);
  return group === undefined ? null : { ...group, standsFor: `CNAE ${nace}` };
}
