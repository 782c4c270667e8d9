import { type Client, ConnectError } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import type { Call } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { busy } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import type { CustomDatabaseService, CustomRecordState } from "@emissions/proto/factors/v1/custom_database_service";
import type { CustomGroupService, CustomGroupState } from "@emissions/proto/factors/v1/custom_group_service";

/** What a record names as its own factor: a record of a custom database, or a custom emission group. */
export interface FactorNames {
  customEfRecordId: string | null;
  customEmissionFactorId: string | null;
}

/** The factor as it is when the record is accepted; both null when it names none. */
export interface FactorPin {
  customFactorOwnerId: string | null;
  customFactorRevision: number | null;
}

/** By id. Those that factors does not find are unknown, or of an organization that the caller does not see. */
export interface Factors {
  records: ReadonlyMap<string, CustomRecordState>;
  groups: ReadonlyMap<string, CustomGroupState>;
}

type Asking = Call & Parameters<typeof forward>[0];

const NO_FACTORS: Factors = { records: new Map(), groups: new Map() };
/** Ids that factors takes in one call. */
const LOOK_UPS_MAX = 500;
/** How long a list waits for the names of groups. */
const NAMES_TIMEOUT_MS = 1_000;

/** Custom records and groups that records name, as the factors service knows them now: one call for all. */
export class FactorLookUps {
  readonly #records: Client<typeof CustomDatabaseService>;
  readonly #groups: Client<typeof CustomGroupService>;

  constructor(records: Client<typeof CustomDatabaseService>, groups: Client<typeof CustomGroupService>) {
    this.#records = records;
    this.#groups = groups;
  }

  /** Fails while the factors service is away. */
  async inForce(call: Asking, named: readonly FactorNames[], forNames = false): Promise<Factors> {
    const recordIds = idsOf(named, ({ customEfRecordId }) => customEfRecordId);
    const groupIds = idsOf(named, ({ customEmissionFactorId }) => customEmissionFactorId);
    if (recordIds.length + groupIds.length === 0) return NO_FACTORS;
    const options = { ...forward(call), ...(forNames && { timeoutMs: NAMES_TIMEOUT_MS }) };
    const [records, groups] = await Promise.all([
      inPieces(
        recordIds,
        async (ids) => (await this.#records.lookUpCustomRecords({ recordIds: ids }, options)).records,
      ),
      inPieces(
        groupIds,
        async (ids) => (await this.#groups.lookUpCustomGroups({ groupIds: ids, forNames }, options)).groups,
      ),
    ]);
    return { records: byId(records), groups: byId(groups) };
  }

  /** For reading: whoever asks for records gets them, if need be without the names of groups. */
  async forNames(call: Asking, named: readonly Pick<FactorNames, "customEmissionFactorId">[]): Promise<Factors> {
    const groups = named.map(({ customEmissionFactorId }) => ({ customEmissionFactorId, customEfRecordId: null }));
    try {
      return await this.inForce(call, groups, true);
    } catch (error) {
      if (error instanceof ConnectError) return NO_FACTORS;
      throw error;
    }
  }
}

const idsOf = (named: readonly FactorNames[], idIn: (names: FactorNames) => string | null) => [
  ...new Set(named.flatMap((names) => idIn(names) ?? []).filter(isId)),
];

const byId = <T extends { id: string }>(states: readonly T[]) => new Map(states.map((state) => [state.id, state]));

async function inPieces<T>(ids: readonly string[], lookUp: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const piece of chunked(ids, LOOK_UPS_MAX)) found.push(...(await lookUp(piece)));
  return found;
}

/** What is wrong with the custom factors that a record names. `recordCategory` is what a custom record must be for. */
export function checkFactors(
  names: FactorNames,
  factors: Factors,
  { recordCategory }: { recordCategory: string },
): Check[] {
  const checks: Check[] = [];
  if (names.customEfRecordId !== null) {
    const field = "custom_ef_record_id";
    const record = factors.records.get(names.customEfRecordId);
    if (!record?.found) checks.push(unknown(field));
    else if (!record.enabled)
      checks.push(violation(field, "value_error.record_disabled", "the custom record is disabled"));
    else if (!record.activityCategories.includes(recordCategory)) {
      checks.push(violation(field, "value_error.record_category", `the custom record is not for ${recordCategory}`));
    }
  }
  if (names.customEmissionFactorId !== null) {
    const group = factors.groups.get(names.customEmissionFactorId);
    if (!group?.found || group.deleted) checks.push(unknown("custom_emission_factor_id"));
  }
  return checks;
}

/** The revision that prices a record from now on. */
export function pinOf({ customEfRecordId, customEmissionFactorId }: FactorNames, factors: Factors): FactorPin {
  const factor =
    customEfRecordId === null
      ? customEmissionFactorId === null
        ? null
        : factors.groups.get(customEmissionFactorId)!
      : factors.records.get(customEfRecordId)!;
  return { customFactorOwnerId: factor?.organizationId ?? null, customFactorRevision: factor?.revision ?? null };
}

/** Factors were looked up before the row was locked; meanwhile the row may have come to name others. */
export function refuseConcurrentChange(names: FactorNames, { records, groups }: Factors): void {
  const { customEfRecordId: record, customEmissionFactorId: group } = names;
  const known = (id: string | null, map: ReadonlyMap<string, unknown>) => id === null || !isId(id) || map.has(id);
  if (known(record, records) && known(group, groups)) return;
  throw concurrentChange();
}

export const concurrentChange = () => busy("RECORD_CHANGED_MEANWHILE", "Another change of the record came in between.");

/** The custom factors that a record names; null for a kind without one. */
export const namesOf = (values: object): FactorNames => {
  const { customEfRecordId = null, customEmissionFactorId = null } = values as Partial<FactorNames>;
  return { customEfRecordId, customEmissionFactorId };
};

/** What the calculation is told about the factor; undefined where the record names none. */
export function factorSelector(record: object & FactorPin, { unitMustMatch = false } = {}) {
  const pin = { revision: record.customFactorRevision ?? 0, organizationId: record.customFactorOwnerId ?? "" };
  const { customEfRecordId: recordId, customEmissionFactorId: groupId } = namesOf(record);
  if (recordId !== null) return { case: "customRecord" as const, value: { recordId, ...pin } };
  if (groupId !== null) {
    return { case: "customGroup" as const, value: { groupId, ...pin, unitMustMatch } };
  }
  return undefined;
}

/** As clients see it. */
export function toGroup(
  { customEmissionFactorId: id }: Pick<FactorNames, "customEmissionFactorId">,
  { groups }: Factors,
) {
  if (id === null) return undefined;
  const group = groups.get(id);
  return group?.found ? { id, name: group.name, parent: group.parent } : { id };
}
