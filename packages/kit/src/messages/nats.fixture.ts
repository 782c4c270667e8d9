import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Replaces text by text of the same length, because messages state their length first. */
type Change = (text: string) => string;

/** A proxy to NATS that can hold back traffic and change it. */
export interface Way {
  url: string;
  /** Holds back the traffic of the server until `release`. */
  hold(): void;
  release(): void;
  /** Changes the traffic to the server. */
  changeAsked(change: Change): void;
  close(): Promise<void>;
}

export async function wayTo(url: string): Promise<Way> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let held = false;
  let asked: Change = (text) => text;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on("close", end).on("error", end);
    client.on("data", (bytes) => upstream.write(Buffer.from(asked(bytes.toString("latin1")), "latin1")));
    upstream.on("data", (bytes) => client.write(bytes));
    if (held) upstream.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      held = true;
      for (const [, upstream] of pairs) upstream.pause();
    },
    release: () => {
      held = false;
      for (const [, upstream] of pairs) upstream.resume();
    },
    changeAsked: (change) => {
      asked = change;
    },
    close: async () => {
      for (const [client] of pairs) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
