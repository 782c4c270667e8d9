import type { OwnPostgres } from "@emissions/testkit/infra";
import { SERVICES, type ServiceName } from "@emissions/testkit/roles";
import type { World } from "../support/world.ts";

/** Something that goes away from one moment to the next, and comes back when somebody sees to it. */
export interface Fault {
  strike(): Promise<unknown>;
  recover(): Promise<unknown>;
}

/** SIGKILL, and the same process anew. */
export const killed = ({ system }: World, name: ServiceName): Fault => ({
  strike: () => system.process(name).kill("SIGKILL"),
  recover: () => system.process(name).restart(),
});

/** NATS loses what it holds in memory only. */
export const natsKilled = ({ system: { nats } }: World): Fault => ({
  strike: () => nats!.kill(),
  recover: () => nats!.start(),
});

/** NATS is ended in this way, and comes back with an empty store. */
export const natsWiped = ({ system: { nats } }: World, end: "kill" | "stop"): Fault => ({
  strike: () => nats![end](),
  recover: async () => {
    await nats!.wipe();
    await nats!.start();
  },
});

/** SIGKILL to the server and to every session of it, so that it has to recover from its log. */
export const postgresKilled = (server: OwnPostgres): Fault => ({
  strike: () => server.crash(),
  recover: () => server.start(),
});

/** By name: each process killed, Postgres as well, and the store of NATS gone. */
export const everyFault = (world: World, server: OwnPostgres): ReadonlyMap<string, Fault> =>
  new Map([
    ...SERVICES.map((name) => [`${name} is killed`, killed(world, name)] as const),
    ["Postgres is killed", postgresKilled(server)],
    ["NATS loses its store", natsWiped(world, "kill")],
  ]);
