import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import { plainText } from "../plain-text.ts";

/** The two classifications of spend factors. UK SIC classes are NACE classes. */
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
  /** By scheme and code, such as "nace_rev2 62.01". A UK SIC code maps to its NACE class. */
  byCode: ReadonlyMap<string, Sector>;
  byTitle: ReadonlyMap<string, Sector>;
  /** The NAICS code whose factor applies to a NACE code. */
  crosswalk: ReadonlyMap<string, string>;
}

/** Fields of the fitness of a result. */
export type Marks = Partial<Omit<Fitness, "$typeName" | "$unknown">>;

/** One key to select a factor by. The first keys are the most exact. */
export interface KeyStep {
  category: string;
  scheme: string;
  key: string;
  label: string;
  /** Set if a factor of this key fits less well than one of the key before. */
  marks?: Marks;
}

/** The most detailed level is last, because later entries overwrite: a class often has the title of its division. */
const LEVELS = ["section", "division", "group", "subclass", "class", "industry"];
const CLASSIFICATIONS = ["naics_2017", "uk_sic_2007", "nace_rev2"];

export function indexSectors(rows: readonly SectorRow[], crosswalk: readonly CrosswalkRow[]): SectorIndex {
  const byCode = new Map<string, Sector>();
  const byTitle = new Map<string, Sector>();
  const precedence = (row: SectorRow) =>
    CLASSIFICATIONS.indexOf(row.scheme) * LEVELS.length + LEVELS.indexOf(row.level);
  for (const row of rows.filter((row) => row.level !== "section").sort((a, b) => precedence(a) - precedence(b))) {
    const sector = sectorOf(row);
    byCode.set(`${row.scheme} ${row.code}`, sector);
    byTitle.set(plainText(row.title), sector);
  }
  const leading = crosswalk.filter((row) => row.naicsCode !== null);
  return { byCode, byTitle, crosswalk: new Map(leading.map((row) => [row.naceCode, row.naicsCode!])) };
}

const sectorOf = ({ scheme, code, title }: SectorRow): Sector =>
  scheme === "naics_2017" ? { scheme, code, title } : { scheme: "nace_rev2", code: code.split("/")[0]!, title };

/** Finds a sector by code or official title. */
export const findSector = (index: SectorIndex, text: string): Sector | null =>
  findCode(index, text) ?? index.byTitle.get(plainText(text)) ?? null;

/** CNAE has its own numbers below some NACE groups. For these, the group is the common level. */
export function findSupplierSector(index: SectorIndex, codeType: string, code: string): Sector | null {
  const found = findCode(index, code);
  if (found !== null || codeType !== "cnae") return found;
  const digits = code.replace(/\D/g, "");
  return digits.length === 4 ? findCode(index, digits.slice(0, 3)) : null;
}

/** Reads "62.01", "6201", "J62.01", "62.0", "62", "14131", "14.13/1", and "1.11" without its leading zero. */
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

/** The keys of a sector: its own code, the broader codes, then the other classification. */
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
