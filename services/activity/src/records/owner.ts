import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown } from "@emissions/kit/wire/checks";

/** Where an owner is: the country and the zone of its electricity grid select factors. */
export interface Location {
  country: string;
  /** Null for the whole country. */
  gridZone: string | null;
}

/** A record as totals count it. Emissions are in kilograms, and null while it is not calculated. */
export interface Counted {
  co2e: string | null;
  co2eBiomass: string | null;
  /** Failed records: 1 or 0 for one record. */
  failed: number;
}

/** A change of what one record adds to the totals of its owner. Null stands for no record. */
export interface OwnerMove {
  /** Null for a record without an owner. */
  ownerId: string | null;
  was: Counted | null;
  is: Counted | null;
}

/** The sums of many such changes, as a statement returns them. */
export interface OwnerSums extends Counted {
  ownerId: string | null;
  co2eWas: string;
  biomassWas: string;
  failedWas: number;
}

/** The things that records belong to besides their organization: facilities, vehicles, employees and sold products. */
export interface Owner {
  /** Its table, and its entity in jobs and in the audit log. */
  table: string;
  /** Table of the sums of its records. */
  totals: string;
  /** Whether the totals count failed records, too. */
  countsFailures: boolean;
  /** Column and property of the records that name their owner. */
  column: string;
  key: string;
  /**
   * Locks the owners against deletion, in order of id. Returns the location of each that exists. Owners are locked
   * before their records.
   */
  lockLocations(tx: Tx, org: string, ids: readonly string[]): Promise<ReadonlyMap<string, Location>>;
  /** The same without a lock. */
  selectLocations: Owner["lockLocations"];
  check(record: object, known: ReadonlyMap<string, unknown>): Check[];
}

interface OwnerTable extends Pick<Owner, "table" | "totals" | "countsFailures" | "column" | "key"> {
  /** Its columns with the location; by default records have a location of their own. */
  location?: { country: string; gridZone?: string };
}

/** The owner whose rows are in a table. A row of another organization is unknown, too. */
export function ownerIn({ location, ...owner }: OwnerTable): Owner {
  const columnOf = (tx: Tx, name: string | undefined, none: Fragment) => (name === undefined ? none : tx`${tx(name)}`);
  const select = async (tx: Tx, org: string, ids: readonly string[], lock: Fragment) => {
    const rows = await tx<(Location & { id: string })[]>`
      select id, ${columnOf(tx, location?.country, tx`''`)} as country,
        ${columnOf(tx, location?.gridZone, tx`null`)} as grid_zone
      from ${tx(owner.table)}
      where organization_id = ${org} and id in (select unnest(${[...new Set(ids)].filter(isId)}::uuid[]))
      order by id ${lock}`;
    return new Map(rows.map(({ id, ...where }) => [id, where]));
  };
  return {
    ...owner,
    lockLocations: (tx, org, ids) => select(tx, org, ids, tx`for key share`),
    selectLocations: (tx, org, ids) => select(tx, org, ids, tx``),
    check: (record, known) => {
      const id = (record as Record<string, string | null>)[owner.key] ?? "";
      return !isId(id) || known.has(id) ? [] : [unknown(owner.column)];
    },
  };
}

const UNKNOWN: Location = { country: "", gridZone: null };

/** The location of the owner of a record. Records without owners are at the country of their organization. */
export const locationOf = (
  locations: ReadonlyMap<string, Location> | undefined,
  ownerId: () => string,
  { country }: { country: string },
): Location => (locations === undefined ? { country, gridZone: null } : (locations.get(ownerId()) ?? UNKNOWN));
