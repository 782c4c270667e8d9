import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Counts the TCP connections that this process begins, wherever they lead. */
export function countSockets(): { begun: number; stop(): void } {
  const count = { begun: 0, stop: () => void unsubscribe("net.client.socket", onSocket) };
  const onSocket = () => void count.begun++;
  subscribe("net.client.socket", onSocket);
  return count;
}

/** Listens on every address of the machine, and hangs up on whoever comes. */
export async function startSentinel(): Promise<{ port: number; connections: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    sentinel.connections++;
    socket.on("error", () => {});
    socket.destroy();
  });
  await once(server.listen(0), "listening");
  const sentinel = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
  return sentinel;
}
