import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import { plainText } from "../plain-text.ts";
import { indexNaicsGroups } from "./naics-groups.ts";
import type { Sector } from "./sector.ts";
import { type EditionIndex, type EditionRow, indexEditions } from "./sector-editions.ts";

export interface SectorRow {
  scheme: string;
  code: string;
  level: string;
  title: string;
}

export interface CrosswalkRow {
  naceCode: string;
  naicsCode: string | null;
  /** False if the industry stands for the activity without being the same. */
  isSame: boolean;
}

export interface SectorIndex {
  /** By scheme and code, such as "nace_rev2 62.01". A UK SIC code maps to its NACE class. */
  byCode: ReadonlyMap<string, Sector>;
  byTitle: ReadonlyMap<string, Sector>;
  /** By NAICS code of two to five digits: the industry that stands for the group. */
  naicsGroups: ReadonlyMap<string, Sector>;
  /** The NAICS code whose factor applies to a NACE code, by that code. */
  crosswalk: ReadonlyMap<string, CrosswalkRow>;
  /** NACE Rev. 2.1 and NAICS 2022. */
  editions: EditionIndex;
}

/** Fields of the fitness of a result. */
export type Marks = Partial<Omit<Fitness, "$typeName" | "$unknown">>;

/** Which of the places of an activity a figure describes: an end of a journey, or anywhere but its own country. */
export type Place = "an_end" | "elsewhere";

/** One key to select a factor by. The first keys are the most exact. */
export interface KeyStep {
  category: string;
  scheme: string;
  key: string;
  label: string;
  /** Set if a factor of this key fits less well than one of the key before. */
  marks?: Marks;
  /** Without it, a figure describes activities whose places are all in its country. */
  place?: Place;
  /** Whether the key applies to a dataset. Without it, to all. */
  inDataset?(dataset: string): boolean;
  /** True if the key needs CO2 or CO2e: a figure of other gases alone is not chosen. */
  needsCo2?: boolean;
}

/** The most detailed level is last, because later entries overwrite: a class often has the title of its division. */
const LEVELS = ["section", "division", "group", "subclass", "class", "industry"];
const CLASSIFICATIONS = ["naics_2017", "uk_sic_2007", "nace_rev2"];

interface SectorTables {
  rows: readonly SectorRow[];
  crosswalk: readonly CrosswalkRow[];
  editions?: readonly EditionRow[];
  /** By NAICS industry. They decide which industry stands for a group. */
  figures?: ReadonlyMap<string, string>;
}

export function indexSectors({ rows, crosswalk, editions = [], figures = new Map() }: SectorTables): SectorIndex {
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
  const industries = rows.filter(({ scheme }) => scheme === "naics_2017").map(sectorOf);
  const naicsGroups = indexNaicsGroups(industries, figures);
  return {
    byCode,
    byTitle,
    naicsGroups,
    crosswalk: new Map(leading.map((row) => [row.naceCode, row])),
    editions: indexEditions(editions, byCode, figures),
  };
}

const sectorOf = ({ scheme, code, title }: SectorRow): Sector =>
  scheme === "naics_2017" ? { scheme, code, title } : { scheme: "nace_rev2", code: code.split("/")[0]!, title };

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
    const row = index.crosswalk.get(from);
    const key = row?.naicsCode;
    if (!key || other.has(key)) continue;
    const label = `NAICS ${key} by the crosswalk from NACE ${from}`;
    const marks = row.isSame ? {} : { marks: { proxy: true } };
    other.set(key, { category, scheme: "naics_2017", key, label, ...marks });
  }
  return [...own, ...other.values()];
}
