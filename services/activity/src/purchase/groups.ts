import { type Client, ConnectError } from "@connectrpc/connect";
import { type Check, unknown, violation } from "@emissions/kit/checks";
import type { Call } from "@emissions/kit/db";
import { busy } from "@emissions/kit/errors";
import { isId } from "@emissions/kit/id";
import { forward } from "@emissions/kit/wire/forward";
import type { CustomGroupService, CustomGroupState } from "@emissions/proto/factors/v1/custom_group_service";
import type { PurchaseRow } from "./queries.ts";
import type { PurchaseValues } from "./rules.ts";

/** By id; what was asked for and is not there is unknown to the caller, too. */
export type Groups = ReadonlyMap<string, CustomGroupState>;
type Named = Pick<PurchaseValues, "customEmissionFactorId">;
type Asking = Call & Parameters<typeof forward>[0];

/** A list waits no longer for names. */
const NAMES_TIMEOUT_MS = 1_000;
export const NO_GROUPS: Groups = new Map();

/** The custom emission groups of purchases, as the factors service knows them now. */
export class GroupLookUps {
  readonly #client: Client<typeof CustomGroupService>;

  constructor(client: Client<typeof CustomGroupService>) {
    this.#client = client;
  }

  /** One call for all; fails while the factors service is away. */
  async inForce(call: Asking, purchases: readonly Named[], forNames = false): Promise<Groups> {
    const named = purchases.flatMap(({ customEmissionFactorId: id }) => (id !== null && isId(id) ? id : []));
    if (named.length === 0) return NO_GROUPS;
    const options = { ...forward(call), ...(forNames && { timeoutMs: NAMES_TIMEOUT_MS }) };
    const { groups } = await this.#client.lookUpCustomGroups({ groupIds: [...new Set(named)], forNames }, options);
    return new Map(groups.map((group) => [group.id, group]));
  }

  /** For reading: whoever asks for purchases gets them, if need be without the names of groups. */
  async forNames(call: Asking, purchases: readonly Named[]): Promise<Groups> {
    try {
      return await this.inForce(call, purchases, true);
    } catch (error) {
      if (error instanceof ConnectError) return NO_GROUPS;
      throw error;
    }
  }
}

const PINNED = [
  "customEmissionFactorId",
  "quantity",
  "unitId",
  "nonCurrencyQuantity",
  "nonCurrencyUnitId",
  "purchaseDate",
] as const satisfies (keyof PurchaseValues)[];

/** Whether the group is to be taken as it is now; otherwise it stays as it was when it was pinned. */
export const pinsAnew = (before: PurchaseValues, after: PurchaseValues): boolean =>
  after.customEmissionFactorId !== null && PINNED.some((field) => before[field] !== after[field]);

/** What is wrong with the group that a purchase names. */
export function checkGroup(purchase: PurchaseValues, groups: Groups, org: string): Check[] {
  const field = "custom_emission_factor_id";
  const { customEmissionFactorId, nonCurrencyUnitId, unitId } = purchase;
  if (customEmissionFactorId === null) return [];
  const group = groups.get(customEmissionFactorId);
  if (!group?.found || group.deleted) return [unknown(field)];
  if (group.organizationId !== org) {
    return [violation(field, "value_error.group_inherited", "the group belongs to another organization")];
  }
  const unit = nonCurrencyUnitId ?? unitId;
  if (unit === null || group.unitIds.includes(unit)) return [];
  const unitField = nonCurrencyUnitId === null ? "unit_id" : "non_currency_unit_id";
  return [violation(unitField, "value_error.unit_not_allowed", "the group has no enabled factor for this unit")];
}

/** The revision that prices a purchase from now on. */
export const pinOf = ({ customEmissionFactorId }: Named, groups: Groups): number | null =>
  customEmissionFactorId === null ? null : groups.get(customEmissionFactorId)!.revision;

/** The group was looked up before the row was locked; meanwhile the row may have come to name another one. */
export function refuseOvertaken({ customEmissionFactorId: id }: Named, groups: Groups): void {
  if (id === null || !isId(id) || groups.has(id)) return;
  throw busy("PURCHASE_CHANGED_MEANWHILE", "Another change of the purchase came in between.");
}

/** As clients see it. */
export function toGroup({ customEmissionFactorId: id }: PurchaseRow, groups: Groups) {
  if (id === null) return undefined;
  const group = groups.get(id);
  return group?.found ? { id, name: group.name, parent: group.parent } : { id };
}
