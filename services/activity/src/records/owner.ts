import type { Tx } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";

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
  check(record: object, known: ReadonlyMap<string, unknown>): Check[];
}

const UNKNOWN: Location = { country: "", gridZone: null };

/** The location of the owner of a record. Records without owners are at the country of their organization. */
export const locationOf = (
  locations: ReadonlyMap<string, Location> | undefined,
  ownerId: () => string,
  { country }: { country: string },
): Location => (locations === undefined ? { country, gridZone: null } : (locations.get(ownerId()) ?? UNKNOWN));
