import type { Pool, Tx } from "@emissions/kit/db/pool";
import { runTransaction } from "@emissions/kit/db/run-transaction";

export interface LimitOverride {
  /** The all-zero id for the policy of addresses. */
  organizationId: string;
  policy: string;
  /** In each window of the policy. */
  requests: number;
  burst: number;
}

/** Gives an organization other limits, effective at once at all gateways. */
export async function overrideLimit(pool: Pool, limit: LimitOverride): Promise<void> {
  const { organizationId, policy, requests, burst } = limit;
  await inOrganization(pool, organizationId, async (tx) => {
    await tx`
      insert into rate_limit_overrides (organization_id, policy, requests, burst)
      values (${organizationId}, ${policy}, ${requests}, ${burst})
      on conflict (organization_id, policy) do update
      set requests = excluded.requests, burst = excluded.burst, changed_at = now()`;
  });
}

/** Gives an organization the usual limits again. False if it had no others. */
export function removeOverride(
  pool: Pool,
  { organizationId, policy }: Pick<LimitOverride, "organizationId" | "policy">,
): Promise<boolean> {
  return inOrganization(pool, organizationId, async (tx) => {
    const { count } = await tx`
      delete from rate_limit_overrides where organization_id = ${organizationId} and policy = ${policy}`;
    return count > 0;
  });
}

/** The limits of an organization that are not the usual ones. */
export function overridesOf(pool: Pool, organizationId: string): Promise<LimitOverride[]> {
  return inOrganization(pool, organizationId, async (tx) => {
    const rows = await tx<LimitOverride[]>`
      select organization_id, policy, requests, burst from rate_limit_overrides
      where organization_id = ${organizationId} order by policy`;
    return [...rows];
  });
}

const inOrganization = <R>(pool: Pool, org: string, work: (tx: Tx) => Promise<R>): Promise<R> =>
  runTransaction(pool, { org, visible: [org], mode: "read write" }, work);
