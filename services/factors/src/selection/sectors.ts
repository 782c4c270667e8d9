import { plainText } from "../plain-text.ts";

/** The two lists by which spend factors are keyed; UK SIC classes are NACE classes. */
export type Scheme = "nace_rev2" | "naics_2017";

export interface Sector {
  scheme: Scheme;
  code: string;
  title: string;
}

export interface SectorRow {
  scheme: string;
  code: string;
  level: string;
  title: string;
}

export interface CrosswalkRow {
  naceCode: string;
  naicsCode: string | null;
}

export interface SectorIndex {
  /** By scheme and code, such as "nace_rev2 62.01"; UK SIC codes lead to their NACE class. */
  byCode: ReadonlyMap<string, Sector>;
  byTitle: ReadonlyMap<string, Sector>;
  /** From a NACE code to the NAICS code that prices it. */
  crosswalk: ReadonlyMap<string, string>;
}

/** One way to look a factor up; the first ways are the most exact. */
export interface KeyStep {
  category: string;
  scheme: string;
  key: string;
  label: string;
}

/** The most detailed comes last, because it overwrites: the title of a class is often also that of its division. */
const LEVELS = ["section", "division", "group", "subclass", "class", "industry"];
const LISTS = ["naics_2017", "uk_sic_2007", "nace_rev2"];

export function indexSectors(rows: readonly SectorRow[], crosswalk: readonly CrosswalkRow[]): SectorIndex {
  const byCode = new Map<string, Sector>();
  const byTitle = new Map<string, Sector>();
  const place = (row: SectorRow) => LISTS.indexOf(row.scheme) * LEVELS.length + LEVELS.indexOf(row.level);
  for (const row of rows.filter((row) => row.level !== "section").sort((a, b) => place(a) - place(b))) {
    const sector = sectorOf(row);
    byCode.set(`${row.scheme} ${row.code}`, sector);
    byTitle.set(plainText(row.title), sector);
  }
  const leading = crosswalk.filter((row) => row.naicsCode !== null);
  return { byCode, byTitle, crosswalk: new Map(leading.map((row) => [row.naceCode, row.naicsCode!])) };
}

const sectorOf = ({ scheme, code, title }: SectorRow): Sector =>
  scheme === "naics_2017" ? { scheme, code, title } : { scheme: "nace_rev2", code: code.split("/")[0]!, title };

/** The sector that a code or an official title names, or null. */
export const findSector = (index: SectorIndex, text: string): Sector | null =>
  findCode(index, text) ?? index.byTitle.get(plainText(text)) ?? null;

/** Spain subdivides some NACE classes under numbers of its own: then the group is what both lists share. */
export function findSupplierSector(index: SectorIndex, codeType: string, code: string): Sector | null {
  const found = findCode(index, code);
  if (found !== null || codeType !== "cnae") return found;
  const digits = code.replace(/\D/g, "");
  return digits.length === 4 ? findCode(index, digits.slice(0, 3)) : null;
}

/** Reads "62.01", "6201", "J62.01", "62.0", "62", "14131", "14.13/1", and "1.11" of a spreadsheet that ate a zero. */
function findCode(index: SectorIndex, text: string): Sector | null {
  const match = /^[A-U]?\s*(\d{1,6})(?:\.(\d{1,2})(?:\/(\d))?)?$/i.exec(text.trim());
  if (match === null) return null;
  const [, head = "", tail = "", part = ""] = match;
  if (tail !== "" && head.length > 2) return null;
  const digits = (tail === "" ? head : head.padStart(2, "0")) + tail + part;
  const named = (scheme: string, code: string) => index.byCode.get(`${scheme} ${code}`) ?? null;
  const nace = `${digits.slice(0, 2)}.${digits.slice(2, 4)}`;
  switch (digits.length) {
    case 2:
      return named("nace_rev2", digits);
    case 3:
    case 4:
      return named("nace_rev2", nace);
    case 5:
      return digits.endsWith("0") ? named("nace_rev2", nace) : named("uk_sic_2007", `${nace}/${digits[4]}`);
    case 6:
      return named("naics_2017", digits);
    default:
      return null;
  }
}

/** The ways to look a sector up: its own code, the broader ones, at last the other list. */
export function keySteps(index: SectorIndex, { scheme, code }: Sector): KeyStep[] {
  const category = "spend";
  if (scheme === "naics_2017") return [{ category, scheme, key: code, label: `NAICS ${code}` }];
  const codes = [...new Set([code, code.slice(0, 4), code.slice(0, 2)])];
  const own = codes.map((key, at) => ({
    category,
    scheme,
    key,
    label: at === 0 ? `NACE ${key}` : `NACE ${key}, broader`,
  }));
  const other = new Map<string, KeyStep>();
  for (const from of codes) {
    const key = index.crosswalk.get(from);
    if (key === undefined || other.has(key)) continue;
    const label = `NAICS ${key} by the crosswalk from NACE ${from}`;
    other.set(key, { category, scheme: "naics_2017", key, label });
  }
  return [...own, ...other.values()];
}
