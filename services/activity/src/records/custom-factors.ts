import { ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import type { Call } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { busy } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { CustomDatabaseService, type CustomRecordState } from "@emissions/proto/factors/v1/custom_database_service";
import { CustomGroupService, type CustomGroupState } from "@emissions/proto/factors/v1/custom_group_service";
import { unitId } from "@emissions/quantity/catalogue-id";

/** The custom factor of a record: a record of a custom database, or a custom emission group. */
export interface FactorNames {
  customEfRecordId: string | null;
  customEmissionFactorId: string | null;
}

/** The factor at the time of recording; both are null without a custom factor. */
export interface FactorPin {
  customFactorOwnerId: string | null;
  customFactorRevision: number | null;
}

/** By id. Missing ones are unknown, or belong to an organization that the caller cannot see. */
export interface Factors {
  records: ReadonlyMap<string, CustomRecordState>;
  groups: ReadonlyMap<string, CustomGroupState>;
}

type Asking = Call & Parameters<typeof forward>[0];

const NO_FACTORS: Factors = { records: new Map(), groups: new Map() };
/** Ids in one call of the factors service. */
const LOOK_UPS_MAX = 500;
/** Milliseconds that a list waits for the names of groups. */
const NAMES_TIMEOUT_MS = 1_000;

export type FactorLookUps = ReturnType<typeof factorLookUps>;

/** Current custom records and groups, from one call of the factors service. */
export function factorLookUps(factors: Transport) {
  const [customRecords, customGroups] = [
    createClient(CustomDatabaseService, factors),
    createClient(CustomGroupService, factors),
  ];

  /** Fails while the factors service is unavailable. */
  async function inForce(call: Asking, named: readonly FactorNames[], forNames = false): Promise<Factors> {
    const recordIds = idsOf(named, ({ customEfRecordId }) => customEfRecordId);
    const groupIds = idsOf(named, ({ customEmissionFactorId }) => customEmissionFactorId);
    if (recordIds.length + groupIds.length === 0) return NO_FACTORS;
    const options = { ...forward(call), ...(forNames && { timeoutMs: NAMES_TIMEOUT_MS }) };
    const [records, groups] = await Promise.all([
      inPieces(recordIds, (ids) => customRecords.lookUpCustomRecords({ recordIds: ids }, options)),
      inPieces(groupIds, (ids) => customGroups.lookUpCustomGroups({ groupIds: ids, forNames }, options)),
    ]);
    return {
      records: byId(records.flatMap((piece) => piece.records)),
      groups: byId(groups.flatMap((piece) => piece.groups)),
    };
  }

  /** For reading. Without the factors service the groups have no names. */
  async function forNames(call: Asking, named: readonly Omit<FactorNames, "customEfRecordId">[]): Promise<Factors> {
    const groups = named.map(({ customEmissionFactorId }) => ({ customEmissionFactorId, customEfRecordId: null }));
    try {
      return await inForce(call, groups, true);
    } catch (error) {
      if (error instanceof ConnectError) return NO_FACTORS;
      throw error;
    }
  }

  return { inForce, forNames };
}

const idsOf = (named: readonly FactorNames[], idIn: (names: FactorNames) => string | null) => [
  ...new Set(named.flatMap((names) => idIn(names) ?? []).filter(isId)),
];

const byId = <T extends { id: string }>(states: readonly T[]) => new Map(states.map((state) => [state.id, state]));

async function inPieces<T>(ids: readonly string[], lookUp: (ids: string[]) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const piece of chunked(ids, LOOK_UPS_MAX)) found.push(await lookUp(piece));
  return found;
}

/** The category of the custom records that fit; and the code of the unit, where the kind of record decides about it. */
interface Wanted {
  category: string;
  unit: string | undefined;
}

/** Violations of the custom factors of a record. */
export function checkFactors(names: FactorNames, factors: Factors, { category, unit }: Wanted): Check[] {
  const checks: Check[] = [];
  const other = (field: string, what: string) =>
    violation(field, "value_error.unit_not_allowed", `the custom ${what} is not per ${unit}`);
  if (names.customEfRecordId !== null) {
    const field = "custom_ef_record_id";
    const record = factors.records.get(names.customEfRecordId);
    if (!record?.found) checks.push(unknown(field));
    else if (!record.enabled)
      checks.push(violation(field, "value_error.record_disabled", "the custom record is disabled"));
    else if (!record.activityCategories.includes(category)) {
      checks.push(violation(field, "value_error.record_category", `the custom record is not for ${category}`));
    } else if (unit !== undefined && record.unitId !== unitId(unit)) checks.push(other(field, "record"));
  }
  if (names.customEmissionFactorId !== null) {
    const field = "custom_emission_factor_id";
    const group = factors.groups.get(names.customEmissionFactorId);
    if (!group?.found || group.deleted) checks.push(unknown(field));
    else if (unit !== undefined && !group.unitIds.includes(unitId(unit))) checks.push(other(field, "group"));
  }
  return checks;
}

/** Two custom factors would contradict each other. */
export function checkOneFactor({ customEfRecordId, customEmissionFactorId }: FactorNames): Check[] {
  if (customEfRecordId === null || customEmissionFactorId === null) return [];
  const msg = "only one of custom_ef_record_id and custom_emission_factor_id is allowed";
  return [violation("custom_ef_record_id", "value_error.factor_source", msg)];
}

/** Owner and current revision of the custom factor. */
export function pinOf({ customEfRecordId, customEmissionFactorId }: FactorNames, factors: Factors): FactorPin {
  const factor = factors.records.get(customEfRecordId ?? "") ?? factors.groups.get(customEmissionFactorId ?? "");
  return { customFactorOwnerId: factor?.organizationId ?? null, customFactorRevision: factor?.revision ?? null };
}

/** Refuses when another change replaced the custom factor between the lookup and the lock of the row. */
export function refuseConcurrentChange(names: FactorNames, { records, groups }: Factors): void {
  const { customEfRecordId: record, customEmissionFactorId: group } = names;
  const known = (id: string | null, map: ReadonlyMap<string, unknown>) => id === null || !isId(id) || map.has(id);
  if (known(record, records) && known(group, groups)) return;
  throw concurrentChange();
}

export const concurrentChange = () => busy("RECORD_CHANGED_MEANWHILE", "Another change of the record came in between.");

/** The fields of a record that name its custom factor. */
export const FACTOR_FIELDS: readonly string[] = ["customEfRecordId", "customEmissionFactorId"];

/** Whether a custom factor prices the record in place of a published one. */
export const hasOwnFactor = (values: object): boolean => Object.values(namesOf(values)).some((id) => id !== null);

/** The custom factors that a record names; null for a kind without one. */
export const namesOf = (values: object): FactorNames => {
  const { customEfRecordId = null, customEmissionFactorId = null } = values as Partial<FactorNames>;
  return { customEfRecordId, customEmissionFactorId };
};

/** The selector of the custom factor; undefined where the record names none. */
export function factorSelector(record: object & FactorPin, { unitMustMatch = false } = {}) {
  const pin = { revision: record.customFactorRevision ?? 0, organizationId: record.customFactorOwnerId ?? "" };
  const { customEfRecordId: recordId, customEmissionFactorId: groupId } = namesOf(record);
  if (recordId !== null) return { case: "customRecord" as const, value: { recordId, ...pin } };
  return groupId === null ? undefined : { case: "customGroup" as const, value: { groupId, ...pin, unitMustMatch } };
}

/** The group in public messages. */
export function toGroup({ customEmissionFactorId: id }: Omit<FactorNames, "customEfRecordId">, { groups }: Factors) {
  if (id === null) return undefined;
  const group = groups.get(id);
  return group?.found ? { id, name: group.name, parent: group.parent } : { id };
}
