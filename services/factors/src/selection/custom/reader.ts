import type { Call, Db } from "@emissions/kit/db/transactions";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";
import type { ParsedSelection, SelectorKind } from "../answer.ts";
import { type Pin, selectGroups, selectRecords } from "./queries.ts";
import { type CustomEntry, groupsIn, keyOf, type ReferenceKind, recordsIn } from "./rows.ts";

/** A reference of a selector to a record or group. */
interface Reference extends Pin {
  kind: ReferenceKind;
  /** Empty for the organization of the caller and its ancestors. */
  owner: string;
}

/** Finds the entry of a selector. Undefined if it does not exist or is not visible to the caller. */
export type FindCustom = (selector: SelectorKind) => CustomEntry | undefined;

/** Cache size in factors. */
const CACHE_FACTORS_MAX = 50_000;

/**
 * Reads custom factors through a cache. A revision is immutable, so a cached one is never stale. Each call checks by the
 * owner whether the caller may see it.
 */
export function customReader(db: Db): (call: Call, selections: readonly ParsedSelection[]) => Promise<FindCustom> {
  const cache = new LRUCache<string, CustomEntry>({
    maxSize: CACHE_FACTORS_MAX,
    sizeCalculation: ({ group }) => 1 + (group?.factors.length ?? 0),
  });

  return async (call, selections) => {
    const principal = principalOf(call);
    const known = new Map<string, CustomEntry>();
    const isCached = (key: string) => {
      const found = known.get(key) ?? cache.get(key);
      if (found !== undefined) known.set(key, found);
      return found !== undefined;
    };
    const wanted = selections.flatMap(({ selector }) => referenceOf(selector) ?? []);
    const missing = wanted.filter((reference) => {
      const keys = keysOf(reference, principal);
      return keys.length > 0 && !keys.some(isCached);
    });
    for (const [key, found] of missing.length > 0 ? await read(db, call, missing) : []) {
      known.set(key, found);
      if (found.pinned) cache.set(key, found);
    }
    return (selector) => {
      const reference = referenceOf(selector);
      const key = reference && keysOf(reference, principal).find((each) => known.has(each));
      return key === undefined ? undefined : known.get(key);
    };
  };
}

/** The reference with ids in lower case. Undefined for a library selector. */
function referenceOf(selector: SelectorKind): Reference | undefined {
  switch (selector.case) {
    case "customRecord": {
      const { recordId, revision, organizationId } = selector.value;
      return { kind: "record", id: recordId.toLowerCase(), revision, owner: organizationId.toLowerCase() };
    }
    case "customGroup": {
      const { groupId, revision, organizationId } = selector.value;
      return { kind: "group", id: groupId.toLowerCase(), revision, owner: organizationId.toLowerCase() };
    }
    default:
      return undefined;
  }
}

/** Cache keys for all possible owners, the nearest first. Users may name only their organization and its ancestors. */
function keysOf(reference: Reference, { organizationId, ancestors, kind }: Principal): string[] {
  const family = [organizationId, ...ancestors.map(({ id }) => id)];
  const mayName = kind === "service" || family.includes(reference.owner);
  const owners = reference.owner === "" ? family : mayName ? [reference.owner] : [];
  return owners.map((owner) => keyOf(reference.kind, owner, reference));
}

/** Uses one statement for all records and one for all groups. */
async function read(db: Db, call: Call, missing: readonly Reference[]): Promise<Iterable<[string, CustomEntry]>> {
  const namedOwners = new Set(missing.map(({ owner }) => owner).filter((owner) => owner !== ""));
  const owners = principalOf(call).kind === "service" ? [...namedOwners] : [];
  const pins = (kind: ReferenceKind) => {
    const distinct = new Map(missing.filter((each) => each.kind === kind).map((each) => [keyOf(kind, "", each), each]));
    return [...distinct.values()];
  };
  const [records, groups] = [pins("record"), pins("group")];
  return db.read(
    call,
    async (tx) => {
      const [recordRows, groupRows] = await Promise.all([
        records.length > 0 ? selectRecords(tx, records) : [],
        groups.length > 0 ? selectGroups(tx, groups) : [],
      ]);
      return [...recordsIn(recordRows), ...groupsIn(groupRows)];
    },
    { inherited: true, owners },
  );
}
