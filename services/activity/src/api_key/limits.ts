import type { Tx } from "@emissions/kit/db/transactions";
import { conflict } from "@emissions/kit/wire/errors";
import { lockMembers } from "../access/members.ts";
import type { GroupLimits } from "../config.ts";
import { lockGroup, refuseTooManyKeys } from "../group/limits.ts";
import { countGroupKeys } from "../group/queries.ts";
import { countActiveKeys } from "./queries.ts";

/** Active keys of one organization. */
const ACTIVE_KEYS_MAX = 500;

/** Two requests must not both make the last key of the organization, or of its group. */
export async function refuseFull(tx: Tx, org: string, limits: GroupLimits): Promise<void> {
  await lockGroup(tx);
  await lockMembers(tx, org);
  if ((await countActiveKeys(tx, org)) >= ACTIVE_KEYS_MAX)
    throw conflict("API_KEY_LIMIT_REACHED", `The organization has ${ACTIVE_KEYS_MAX} active keys; revoke one first.`);
  refuseTooManyKeys((await countGroupKeys(tx)) + 1, limits);
}
