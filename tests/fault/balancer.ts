import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@emissions/testkit/ports";

interface Target {
  url: string;
  opsUrl: string;
}

/** Forwards new connections to ready processes in turn, and keeps those that are open, like a service of Kubernetes. */
export interface Balancer {
  url: string;
  targets: Target[];
  /** Those that get new connections. */
  ready: ReadonlySet<Target>;
  close(): void;
}

const PROBE_EVERY_MS = 200;
const PROBE_TIMEOUT_MS = 3_000;

export async function startBalancer(): Promise<Balancer> {
  const targets: Target[] = [];
  const ready = new Set<Target>();
  const sockets = new Set<Socket>();
  let turn = 0;

  const server = createServer((client) => {
    const present = targets.filter((target) => ready.has(target));
    const target = present[turn++ % present.length];
    if (target === undefined) return void client.destroy();
    const { hostname, port } = new URL(target.url);
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay();
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroySoon();
      });
    }
  });
  const probe = async (target: Target) => {
    const answer = await fetch(`${target.opsUrl}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.status === 200) ready.add(target);
    else ready.delete(target);
  };
  const probing = setInterval(() => targets.forEach((target) => void probe(target)), PROBE_EVERY_MS);
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    ready,
    close: () => {
      clearInterval(probing);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
