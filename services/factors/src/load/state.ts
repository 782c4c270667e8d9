import { CLIENT_CHECK_INTERVAL_MS } from "@emissions/kit/db/settings";
import type { Tx } from "@emissions/kit/db/transactions";

/** The first load takes seconds, and other processes wait for it. */
export const WAIT_MAX = "60s";

/** Serializes all that change the catalogue. The lock of a killed process ends at once, also during a statement. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await tx`
    select set_config('statement_timeout', ${WAIT_MAX}, true), set_config('lock_timeout', ${WAIT_MAX}, true),
      set_config('client_connection_check_interval', ${String(CLIENT_CHECK_INTERVAL_MS)}, true)`;
  await tx`select pg_advisory_xact_lock(hashtextextended('factors catalogue', 0))`;
}

/** Every call reads the version, so all replicas read the catalogue again. */
export async function raiseVersion(tx: Tx): Promise<void> {
  await tx`update catalogue_version set version = version + 1`;
}
