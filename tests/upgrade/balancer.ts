import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Shares connections among the ready processes of one service, as the balancer of a cluster does. */
export interface Balancer {
  port: number;
  /** Connections go to it while its `/readyz` answers 200. */
  add(process: Target): void;
  close(): void;
}

export interface Target {
  port: number;
  opsUrl: string;
}

const CHECK_MS = 100;

export async function startBalancer(): Promise<Balancer> {
  const targets: (Target & { isReady: boolean })[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const check = async () => {
    for (const target of targets) {
      const answer = await fetch(`${target.opsUrl}/readyz`).catch(() => null);
      await answer?.body?.cancel();
      target.isReady = answer?.ok ?? false;
    }
  };
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_MS);

  const server = createServer({ allowHalfOpen: false }, (client) => {
    const ready = targets.filter(({ isReady }) => isReady);
    const target = ready[turn++ % ready.length];
    if (target === undefined) return void client.destroy();
    const behind = connect(target.port, "127.0.0.1");
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    // The end of one side reaches the other one in order, so that the last answer is read.
    client.on("error", () => behind.destroy()).pipe(behind);
    behind.on("error", () => client.destroy()).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    add: (target) => void targets.push({ ...target, isReady: false }),
    close: () => {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
