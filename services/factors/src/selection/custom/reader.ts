import type { Call, Db } from "@emissions/kit/db/transactions";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { LRUCache } from "lru-cache";
import type { Asked, Kind } from "../answer.ts";
import { type Pin, selectGroups, selectRecords } from "./queries.ts";
import { type Found, groupsIn, keyOf, recordsIn, type What } from "./rows.ts";

/** A record or group as a selector names it. */
interface Named extends Pin {
  what: What;
  /** Empty for the caller's own organization and those above it. */
  owner: string;
}

/** What a selector of the call names; undefined for what is not there, or not there for the caller. */
export type Find = (selector: Kind) => Found | undefined;

/** A group counts as many factors as it has. */
const CACHE_FACTORS_MAX = 50_000;

/**
 * Reads custom factors. A revision never changes, so it is remembered, and no news makes it stale. Whether the caller
 * may see it is decided at each call, by its owner.
 */
export function customReader(db: Db): (call: Call, asked: readonly Asked[]) => Promise<Find> {
  const cache = new LRUCache<string, Found>({
    maxSize: CACHE_FACTORS_MAX,
    sizeCalculation: ({ group }) => 1 + (group?.factors.length ?? 0),
  });

  return async (call, asked) => {
    const principal = principalOf(call);
    const known = new Map<string, Found>();
    const remembered = (key: string) => {
      const found = known.get(key) ?? cache.get(key);
      if (found !== undefined) known.set(key, found);
      return found !== undefined;
    };
    const wanted = asked.flatMap(({ selector }) => namedIn(selector) ?? []);
    const missing = wanted.filter((named) => {
      const keys = keysOf(named, principal);
      return keys.length > 0 && !keys.some(remembered);
    });
    for (const [key, found] of missing.length > 0 ? await read(db, call, missing) : []) {
      known.set(key, found);
      if (found.pinned) cache.set(key, found);
    }
    return (selector) => {
      const named = namedIn(selector);
      const key = named && keysOf(named, principal).find((each) => known.has(each));
      return key === undefined ? undefined : known.get(key);
    };
  };
}

/** Ids as the tables write them; undefined for a selector of the public library. */
function namedIn(selector: Kind): Named | undefined {
  switch (selector.case) {
    case "customRecord": {
      const { recordId, revision, organizationId } = selector.value;
      return { what: "record", id: recordId.toLowerCase(), revision, owner: organizationId.toLowerCase() };
    }
    case "customGroup": {
      const { groupId, revision, organizationId } = selector.value;
      return { what: "group", id: groupId.toLowerCase(), revision, owner: organizationId.toLowerCase() };
    }
    default:
      return undefined;
  }
}

/** Under whom it may be, the nearest first. Users name nobody but their own organization and those above it. */
function keysOf(named: Named, { organizationId, ancestors, kind }: Principal): string[] {
  const family = [organizationId, ...ancestors.map(({ id }) => id)];
  const mayName = kind === "service" || family.includes(named.owner);
  const owners = named.owner === "" ? family : mayName ? [named.owner] : [];
  return owners.map((owner) => keyOf(named.what, owner, named));
}

/** One statement for all records and one for all groups. */
async function read(db: Db, call: Call, missing: readonly Named[]): Promise<Iterable<[string, Found]>> {
  const named = new Set(missing.map(({ owner }) => owner).filter((owner) => owner !== ""));
  const owners = principalOf(call).kind === "service" ? [...named] : [];
  const pins = (what: What) => {
    const distinct = new Map(missing.filter((each) => each.what === what).map((each) => [keyOf(what, "", each), each]));
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
