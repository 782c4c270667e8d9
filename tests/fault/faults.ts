import type { OwnPostgres } from "@emissions/testkit/infra";
import type { OwnNats } from "@emissions/testkit/nats";
import { SERVICES, type ServiceName } from "@emissions/testkit/roles";
import postgres, { type Sql } from "postgres";
import type { OwnBackend } from "../support/backend.ts";

/** A failure of one part of the system, and the way to undo it. */
export interface Fault {
  /** Time until the recovery. Default: a random time. */
  lastsMs?: number;
  inject(): Promise<unknown>;
  recover(): Promise<unknown>;
}

/** SIGKILL, then a new process of the same service. */
export const processKilled = ({ system }: OwnBackend, name: ServiceName): Fault => ({
  inject: () => system.process(name).kill("SIGKILL"),
  recover: () => system.process(name).restart(),
});

/** NATS loses the data that it keeps in memory. */
export const natsKilled = ({ system: { nats } }: OwnBackend): Fault => natsServerKilled(nats!);

export const natsServerKilled = (server: OwnNats): Fault => ({
  inject: () => server.kill(),
  recover: () => server.start(),
});

/** NATS ends in this way, and starts again with an empty store. */
export const natsWiped = ({ system: { nats } }: OwnBackend, end: "kill" | "stop"): Fault => ({
  inject: () => nats![end](),
  recover: async () => {
    await nats!.wipe();
    await nats!.start();
  },
});

/** SIGKILL to the server and to every session, so that the next start recovers from the write-ahead log. */
export const postgresKilled = (server: OwnPostgres): Fault => ({
  inject: () => server.crash(),
  recover: () => server.start(),
});

/** A transaction that nobody ends holds all rows of the totals of an organization. */
export const totalsLocked = ({ adminUrl, organizations }: OwnBackend, slug: string): Fault => {
  let sql: Sql | undefined;
  return {
    inject: async () => {
      sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
      const { id } = organizations.get(slug)!;
      const holder = await sql.reserve();
      await holder`begin`;
      for (const table of ["daily_totals", "monthly_totals"]) {
        await holder`select from calc.${holder(table)} where organization_id = ${id} for update`;
      }
    },
    recover: async () => sql?.end({ timeout: 0 }),
  };
};

/** Each service killed, Postgres killed, the store of NATS lost; by the name for tests. */
export const allFaults = (backend: OwnBackend, server: OwnPostgres): ReadonlyMap<string, Fault> =>
  new Map([
    ...SERVICES.map((name) => [`${name} is killed`, processKilled(backend, name)] as const),
    ["Postgres is killed", postgresKilled(server)],
    ["NATS loses its store", natsWiped(backend, "kill")],
  ]);
