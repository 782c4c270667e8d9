import type { Principal } from "@emissions/kit/wire/principal";
import type { Column, Template } from "../template/template.ts";
import { CATALOGUES, type CatalogueName } from "./catalogue/catalogues.ts";
import type { CatalogueIndex, Entry } from "./catalogue/index.ts";
import { resolveCustomFactors } from "./custom-factors.ts";
import { entityKindOf, NEAR_TEXTS_MAX, resolveEntities } from "./entities.ts";
import {
  ANY_COUNTRY,
  DISTINCT_MAX,
  type Match,
  matched,
  NEAR_MAX,
  type Resolution,
  type Resolutions,
  resolutionOf,
} from "./resolution.ts";
import type { ReferenceSources } from "./sources.ts";

/**
 * Resolves the texts of the columns with references: to ids and codes, or to similar names. Names of other
 * organizations are never among them.
 */
export async function resolveReferences(
  sources: ReferenceSources,
  principal: Principal,
  template: Template,
  distinct: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Resolutions> {
  const columns = template.columns.filter(
    ({ key, reference, default: text }) => reference !== null && (distinct.has(key) || text !== null),
  );
  const resolved = await Promise.all(
    columns.map(async (column): Promise<[string, ReadonlyMap<string, Resolution>]> => {
      const texts = [...(distinct.get(column.key) ?? [])].slice(0, DISTINCT_MAX);
      // A default such as "kg" becomes an id, too.
      if (column.default !== null && !texts.includes(column.default)) texts.push(column.default);
      return [column.key, texts.length === 0 ? new Map() : await resolveColumn(sources, principal, column, texts)];
    }),
  );
  return new Map(resolved);
}

async function resolveColumn(
  sources: ReferenceSources,
  principal: Principal,
  column: Column,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Resolution>> {
  const reference = column.reference!;
  const kind = entityKindOf(reference);
  if (kind !== undefined) return resolveEntities(sources, principal, kind, texts);
  if (reference === "custom_factor" || reference === "custom_group") {
    return resolveCustomFactors(sources, principal, texts, reference === "custom_group");
  }
  const index = await sources.catalogues[catalogueOf(column)]();
  let compared = 0;
  const near = (text: string) => (compared++ < NEAR_TEXTS_MAX ? index.near(text, NEAR_MAX) : []);
  return new Map(texts.map((text) => [text, resolveEntry(column, index, text, near)]));
}

function catalogueOf({ key, reference, optionsSource }: Column): CatalogueName {
  if (reference === "fuel") {
    if (optionsSource === "vehicle_fuels") return "vehicle_fuel";
    return optionsSource === "facility_fuels" ? "facility_fuel" : "logistics_fuel";
  }
  const name = CATALOGUES.find((catalogue) => catalogue === reference);
  if (name === undefined) throw new Error(`column ${key} names no catalogue`);
  return name;
}

function resolveEntry(
  column: Column,
  index: CatalogueIndex,
  text: string,
  near: (text: string) => readonly Match[],
): Resolution {
  const further = column.furtherCodes.find((code) => code.toLowerCase() === text.trim().toLowerCase());
  if (further !== undefined) return matched({ value: further, label: further });
  const found = index.find(text);
  const toMatch = (entry: Entry): Match => ({
    value: hasIds(column) ? entry.id : entry.code,
    label: entry.label,
    implies: entry.implies,
  });
  const codes = new Set(found.map(({ code }) => code));
  const [first] = found;
  if (found.length > 1 && codes.size === 1 && first?.country !== undefined) {
    return { status: "matched_by_country", byCountry: byCountry(found, toMatch), name: first.label };
  }
  return resolutionOf(found.map(toMatch), () => near(text));
}

/** Countries without an entry of their own use one of those that share the global factors: all but Spain. */
const OWN_FACTORS = "ES";

function byCountry(entries: readonly Entry[], toMatch: (entry: Entry) => Match): ReadonlyMap<string, Match> {
  const matches = new Map(entries.map((entry) => [entry.country!, toMatch(entry)]));
  const other = entries.find(({ country }) => country !== OWN_FACTORS);
  if (other !== undefined) matches.set(ANY_COUNTRY, toMatch(other));
  return matches;
}

/** The field takes an id; else it takes the code. */
export const hasIds = ({ rules }: Column) => rules?.string?.uuid === true;
