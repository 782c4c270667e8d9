import type { DescMessage } from "@bufbuild/protobuf";
import type { Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import type { Context } from "../context.ts";
import type { List } from "../list/list.ts";
import type { RecordColumn } from "../records/columns.ts";
import type { Caller } from "../records/kind.ts";
import type { Owner } from "../records/owner.ts";
import type { Erase } from "./removal.ts";

/** The columns that every resource has besides its values, and the sums of its records in kilograms. */
export interface StoredRow {
  organizationId: string;
  id: string;
  /** Grows by 1 at each change. */
  revision: number;
  uploadedBy: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  co2e: string;
  co2eBiomass: string;
}

/** The column whose value no two rows of an organization share. */
export interface Unique {
  index: string;
  /** As the index has it: an SQL expression, and its condition. */
  by: string;
  where?: string;
  /** The code of the refusal, the public name of the field, and two texts: "a vehicle with this license plate". */
  code: string;
  field: string;
  one: string;
  many(count: number): string;
}

/**
 * The declaration of a resource that owns records. V is its row of values, D are columns that the service decides, and
 * L are lookups of other services and catalogues.
 */
export interface Resource<V extends object = object, D extends object = object, L extends object = object> {
  /** For refusals: "vehicle". */
  noun: string;
  owner: Owner;
  values: DescMessage;
  list: List<never>;
  unique: Unique;
  /** Columns besides the values that the service decides. */
  columns?: readonly RecordColumn[];
  /** The columns of D for a new row, or after a change. */
  decide?(values: V, lookups: L, before: (V & D & StoredRow) | null): Partial<D>;
  /** Rules that the fields of the values cannot express. */
  checkValues(values: V): Check[];
  /** A change of these values looks up and checks what the row names. */
  lookedUp?: readonly (keyof V)[];
  lookUp?(context: Context, call: Caller, named: readonly V[], purpose: "check" | "show"): Promise<L>;
  /** Throws `concurrentChange` if another request has changed what the lookups were made for. */
  checkLookups?(values: V, lookups: L): Check[];
  /** Fields of the message besides head, values and emissions. */
  view?(row: V & D & StoredRow, lookups: L): object;
  /** Announces a change. */
  changed?(write: Write, before: V & D & StoredRow, after: V & D & StoredRow): void;
  /** Values that identify a person. The audit log has only their names. */
  secret?: readonly (keyof V & string)[];
  erase?: Erase;
}

/** Checks the types of a declaration. */
export const resourceOf = <V extends object, D extends object, L extends object>(
  resource: Resource<V, D, L>,
): Resource<V, D, L> => resource;
