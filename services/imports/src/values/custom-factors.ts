import { isId } from "@emissions/kit/process/id";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { nearest } from "./near.ts";
import { type Match, matched, NEAR_MAX, type Resolution, resolutionOf } from "./resolution.ts";
import type { ReferenceSources } from "./sources.ts";
import { textKey } from "./text-key.ts";

const PAGE = 100;
/** An organization owns at most 1,000 groups and inherits those of its ancestors. */
const PAGES_MAX = 30;

/**
 * Resolves names of custom emission groups, own and inherited ones. The dry run checks ids. Custom factor records are
 * found by id alone: their names are unique in a version of a database only.
 */
export async function resolveCustomFactors(
  { customGroups }: ReferenceSources,
  principal: Principal,
  texts: readonly string[],
  isGroup: boolean,
): Promise<Map<string, Resolution>> {
  const names = texts.filter((text) => !isId(text.trim()));
  const groups: (Match & { isOwner: boolean })[] = [];
  for (let page = 1; isGroup && names.length > 0 && page <= PAGES_MAX; page++) {
    const reply = await customGroups.listCustomGroups({ page, size: PAGE }, callAs(principal));
    groups.push(...reply.groups.map(({ id, name, isOwner }) => ({ value: id, label: name, isOwner })));
    if (reply.groups.length < PAGE) break;
  }
  const byName = Map.groupBy(groups, ({ label }) => textKey(label));
  const near = nearest(groups.map((group) => ({ key: textKey(group.label), match: toMatch(group) })));
  const resolve = (text: string): Resolution => {
    const id = text.trim().toLowerCase();
    if (isId(id)) return matched({ value: id, label: id });
    const key = textKey(text);
    const named = byName.get(key) ?? [];
    // An own group comes before one of the same name that an ancestor has.
    const own = named.filter(({ isOwner }) => isOwner);
    const found = own.length > 0 ? own : named;
    return resolutionOf(found.map(toMatch), () => near(key, NEAR_MAX));
  };
  return new Map(texts.map((text) => [text, resolve(text)]));
}

const toMatch = ({ value, label }: Match): Match => ({ value, label });
