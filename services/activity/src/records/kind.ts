import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Call, Fragment, Tx, Write } from "@emissions/kit/db/transactions";
import type { Check } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import type { forward } from "@emissions/kit/wire/forward";
import { type EntityType, EntityTypeSchema, type RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { Context } from "../context.ts";
import type { Revertible } from "../job/revert/revertible.ts";
import type { List } from "../list/list.ts";
import type { ListQuery } from "../list/query.ts";
import type { toUser } from "../organization/message.ts";
import type { ColumnValue, RecordColumn } from "./columns.ts";
import type { FactorPin, Factors } from "./custom-factors.ts";
import type { Location, Owner } from "./owner.ts";

export type RecordInput = MessageInitShape<typeof RecordInputSchema>;

/** The columns that every kind has besides its values. */
export interface StoredRecord extends FactorPin {
  organizationId: string;
  id: string;
  /** Grows by 1 at each change that starts a calculation. */
  revision: number;
  uploadedBy: string | null;
  calculationStatus: "pending" | "calculated" | "failed";
  calculationErrorCode: string | null;
  calculationErrorDetail: string | null;
  /** Of the result of this revision: 0, or the higher number of a later recalculation. */
  calculationVersion: number;
  /** Kilograms. */
  co2e: string | null;
  co2eBiomass: string | null;
  /** Marks of the calculation of these emissions, as bits (`fitness.ts`). */
  fitness: number | null;
  createdAt: Date;
  updatedAt: Date | null;
}

/** Catalogues that inputs are made with. They are cached, so that sweeps call no other service. */
export type InputCatalogues = Pick<Context, "units" | "vehicleEnergies" | "unknownVehicles">;

/** Data that an input depends on besides its record. */
export interface PricingContext {
  gwpSet: string;
  /** "with" or "without"; null for the recommendation of each publisher. */
  radiativeForcing: string | null;
  /** Edition of NACE of sectors that state none, as the organization says; null if it does not. */
  sectorEdition: string | null;
  /** Of the owner; of the organization for records without one. */
  country: string;
  organizationCountry: string;
  /** Of the owner. */
  gridZone: string | null;
  units: ReadonlyMap<string, UnitDetail>;
}

/** Current units and custom factors, by id. */
export interface Lookups {
  units: ReadonlyMap<string, UnitDetail>;
  factors: Factors;
}

/** Facts besides the values that rules depend on. */
export interface CheckContext {
  org: string;
  country: string;
  inBatch: boolean;
  /** Whether the response has the result. A record that cannot have one is refused then. */
  isCalculated: boolean;
  /** The existing owners, by id; undefined for records without owners. */
  owners: ReadonlyMap<string, unknown> | undefined;
}

export type Caller = Call & Parameters<typeof forward>[0];

/** Reads the country of the organization of the call. */
export type Home = () => Promise<string>;

/** Columns of a result besides status, error and emissions. */
export interface ResultColumn extends RecordColumn {
  of(result: RecordResult): ColumnValue;
  /** The new value, where it is not simply that of the result `r`; the record is `w`. */
  set?: string;
}

/** The part of a declaration that SQL statements need. */
export interface RecordTable {
  /** Its text is the name of the table, and of the entity in jobs and in the audit log. */
  entityType: EntityType;
  owner?: Owner;
  /** Whether the emissions are part of totals, in SQL and for a row; always by default. */
  counted?: { where(tx: Tx): Fragment; is(row: object): boolean };
  /** Besides the values: those that the service decides, and those of the result. */
  columns?: readonly (RecordColumn | ResultColumn)[];
  /**
   * A record with the column `dedup_key` of a stored one replaces it. A unique index has organization and key, where the
   * key is not null. `complete` stores the rows that new records refer to.
   */
  replacedByKey?: { complete?<T extends object>(write: Write, rows: readonly T[]): Promise<readonly T[]> };
  /** Tables whose rows name records of the kind, by their columns. A job whose records are named is not reverted. */
  dependants?: Revertible["dependants"];
  /** Updates what records store of their owner, before they are calculated again because of a change elsewhere. */
  copyFromOwner?(tx: Tx, org: string, ids: readonly string[]): Promise<unknown>;
  removal?: {
    /** Deleted rows stay in `deletedTableOf` the table. They have no emissions in totals. */
    keepsRows?: boolean;
    /** Runs after the deletion of rows, in its transaction. */
    next?(write: Write, gone: readonly object[]): Promise<void>;
  };
}

/** The custom factors that a record may name. A change of the name starts a new calculation. */
export interface CustomFactorRules<V> {
  /** The category that a custom record must have. */
  category(values: V): string;
  /** Code of the unit of the amount, which the factor must have; absent where callers choose it. */
  unit?(values: V): string;
}

/** Whether none of the fields has a violation of its own rules. A rule then need not check their form again. */
export type Passed = (...fields: string[]) => boolean;

/** Whether the latest calculation of a record failed. */
export type Failure = Pick<StoredRecord, "calculationErrorCode">;

/**
 * The declaration of a kind of record. V is its row of values; L are lookups of other services and catalogues; R
 * are rows of this database that its records refer to.
 */
export interface RecordKind<V extends object = object, L extends object = object, R extends object = object>
  extends RecordTable {
  values: DescMessage;
  /** Values of new records that callers left out. */
  defaults?(request: { inBatch: boolean }): Partial<V>;
  /**
   * A change of these fields starts a new calculation with the current custom factor. For a failed record one of them
   * is enough, even unchanged. Other changes start one with the pinned factor when they change the input.
   */
  recalculateOn(values: V & Failure): readonly string[];
  /** Only for kinds whose values name custom factors. */
  customFactor?: CustomFactorRules<V>;
  /**
   * Rules that `(common.v1.rules)` cannot express, and whether the rows that the values refer to exist. A rule between
   * fields asks first whether these passed their own rules.
   */
  checkValues?(values: V, related: R, passed: Passed): Check[];
  /** Throws `concurrentChange` if another request has changed what the lookups were made for. */
  checkLookups?(values: V, lookups: Lookups & L & R, context: CheckContext): Check[];
  /**
   * Failures of a calculation because a value has several meanings, and the field with it. A validation refuses the
   * record with them.
   */
  ambiguities?: Readonly<Record<string, string>>;
  /** Columns that follow from the values of a new or recalculated record. */
  derive?(values: V, lookups: Lookups & L & R): Record<string, ColumnValue>;
  input(row: V & StoredRecord, context: PricingContext & R): RecordInput;
  /** Fields of the message besides head, values and state; `user` recorded it. */
  view?(row: V & StoredRecord, lookups: Lookups & L & R, user: ReturnType<typeof toUser>): object;
  /** Values that a change without a new calculation leaves as they were. */
  keepOnChange?(before: V & StoredRecord, after: V & StoredRecord): Partial<V>;
  /** Whether clients see the code of the calculation itself, and not `CALCULATION_FAILED` for every failure. */
  showsErrorCode?: boolean;
  lookUp?(context: Context, call: Caller, named: readonly V[], purpose: "price" | "show", home: Home): Promise<L>;
  /**
   * Adapts rows that depend on the amounts of changed records, before their new calculation: how `selectRelated` will
   * return them, and the write.
   */
  adapt?(
    rows: readonly (V & StoredRecord)[],
    context: Pick<Lookups, "units"> & { related: NoInfer<R>; locationFor(row: V): Location },
  ): { related: NoInfer<Partial<R>>; store(write: Write): Promise<void> };
  selectRelated?(
    tx: Tx,
    orgs: readonly string[],
    named: readonly V[],
    purpose: RelatedPurpose,
    catalogues: InputCatalogues,
  ): Promise<R>;
  list: RecordList;
  audit?: {
    /** Values that identify a person. The audit log has only the names of changed ones. */
    secret?: readonly string[];
    /** Values that the audit log has from the creation on, and not only their changes. */
    fromCreation?: readonly string[];
  };
}

/** The list of a kind. All lists can be sorted by the time of recording, and know the values of the file. */
export interface RecordList extends Pick<List<object>, "search" | "values" | "sorts" | "tableFor"> {
  filters: object;
  /** The column of the default order, the latest day first. */
  day: string;
  /** Fields of the response that describe all matching records; by default its summary. */
  totals?(tx: Tx, query: ListQuery): Promise<object>;
}

/** To write a record (the rows are locked), to check it before, to announce it again, or to show it. */
export type RelatedPurpose = "write" | "check" | "announce" | "show";

/** Checks the types of a declaration. */
export const kindOf = <V extends object, L extends object, R extends object>(
  kind: RecordKind<V, L, R> & {
    recalculateOn(values: V & Failure): readonly (keyof V & string)[];
    audit?: { secret?: readonly (keyof V & string)[]; fromCreation?: readonly (keyof V & string)[] };
  },
): RecordKind<V, L, R> => kind;

/** For refusals, after the message of the values: "hotel stay". */
export const nounOf = ({ values }: Pick<RecordKind, "values">): string =>
  values.name
    .replace(/Values$/, "")
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();

/** The columns that a result decides. */
export const resultColumnsOf = ({ columns = [] }: Pick<RecordTable, "columns">): ResultColumn[] =>
  columns.filter((column) => "of" in column);

/** The name of a kind in tables, jobs and logs. */
export const tableOf = ({ entityType }: Pick<RecordTable, "entityType">): string =>
  enumText(EntityTypeSchema, entityType);

/** The table of the deleted records of a kind that keeps them. */
export const deletedTableOf = (table: string): string => `deleted_${table}`;

export const isCounted = ({ counted }: RecordTable, row: object): boolean => counted?.is(row) ?? true;

/** The status of records that have no other: `loading` or another word for it, `active` or `error`. */
export const statusOf = ({ calculationStatus }: Pick<StoredRecord, "calculationStatus">, pending = "loading"): string =>
  ({ pending, calculated: "active", failed: "error" })[calculationStatus];

/** The reason why a record has no result; never empty for a failure. */
export const failureOf = ({ status, errorCode }: RecordResult): string | null =>
  status === CalculationOutcome.CALCULATED ? null : errorCode || "CALCULATION_FAILED";
