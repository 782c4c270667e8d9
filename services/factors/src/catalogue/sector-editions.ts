import { plainText } from "../plain-text.ts";
import { indexNaicsGroups } from "./naics-groups.ts";
import type { Sector } from "./sector.ts";

/** A sector of NACE Rev. 2.1 or NAICS 2022. Figures exist for the editions before, whose code is `reading`. */
export interface EditionRow {
  scheme: "nace_rev2_1" | "naics_2022";
  code: string;
  level: string;
  title: string;
  reading: string;
  /** "same": one sector of each; "part": of one wider sector; "nearest": one of several sectors. */
  match: "same" | "part" | "nearest";
  /** Of the code in the edition before. Null if that one does not have it. */
  meaning: "same" | "other" | null;
}

export interface EditionIndex {
  /** By NACE Rev. 2.1 code: the sector that prices it. */
  nace: ReadonlyMap<string, Sector>;
  /** By NAICS 2022 code of two to six digits. */
  naics: ReadonlyMap<string, Sector>;
  naceByTitle: ReadonlyMap<string, Sector>;
  naicsByTitle: ReadonlyMap<string, Sector>;
  /** Codes in the spelling of NACE that have another meaning in each edition. */
  otherMeaning: ReadonlySet<string>;
}

const BEFORE = { nace_rev2_1: "nace_rev2", naics_2022: "naics_2017" } as const;
const NAMES = { nace_rev2_1: "NACE Rev. 2.1", naics_2022: "NAICS 2022" } as const;
/** Later entries overwrite: a class often has the title of its division. */
const LEVELS = ["division", "group", "class", "industry"];

/**
 * Classes of one CNAE alone whose code NACE has in the other edition, by the correspondence of CNAE 2009 and CNAE 2025:
 * 35.15 and 35.16 are production of electricity in CNAE 2009, the others divide 16.23 and 85.40 in CNAE 2025.
 */
const OTHER_IN_CNAE = ["35.15", "35.16", "16.29", "85.41", "85.42"];

export function indexEditions(
  rows: readonly EditionRow[],
  byCode: ReadonlyMap<string, Sector>,
  figures: ReadonlyMap<string, string>,
): EditionIndex {
  const sorted = [...rows].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const of = (scheme: EditionRow["scheme"]) =>
    sorted
      .filter((row) => row.scheme === scheme)
      .map((row): [EditionRow, Sector] => {
        const read = byCode.get(`${BEFORE[scheme]} ${row.reading}`);
        if (read === undefined) throw new Error(`no sector ${BEFORE[scheme]} ${row.reading} prices ${row.code}`);
        const proxy = row.match === "nearest" ? { proxy: true } : {};
        return [row, { ...read, title: row.title, standsFor: `${NAMES[scheme]} ${row.code}`, ...proxy }];
      });
  const [nace, naics] = [of("nace_rev2_1"), of("naics_2022")];
  const codes = (all: typeof nace) => new Map(all.map(([row, sector]) => [row.code, sector]));
  const titles = (all: typeof nace) => new Map(all.map(([row, sector]) => [plainText(row.title), sector]));
  const other = rows.filter(({ meaning }) => meaning === "other").map(({ code }) => code);
  return {
    nace: codes(nace),
    naics: new Map([...groupsOf(naics, figures), ...codes(naics)]),
    naceByTitle: titles(nace),
    naicsByTitle: titles(naics),
    otherMeaning: new Set([...other, ...(nace.length > 0 ? OTHER_IN_CNAE : [])]),
  };
}

/** The industry that stands for each NAICS 2022 code of two to five digits, by the figures of its readings. */
function groupsOf(industries: readonly [EditionRow, Sector][], figures: ReadonlyMap<string, string>) {
  const members = industries.map(([{ code }, sector]) => ({ code, sector }));
  const figuresOf = new Map(
    members.flatMap(({ code, sector }) => {
      const figure = figures.get(sector.code);
      return figure === undefined ? [] : [[code, figure] as const];
    }),
  );
  return [...indexNaicsGroups(members, figuresOf)].map(([group, { sector, proxy }]): [string, Sector] => {
    return [group, { ...sector, standsFor: `NAICS 2022 ${group}`, ...(proxy && { proxy }) }];
  });
}
