import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Counts all TCP connections that this process opens. */
export function countSockets(): { opened: number; stop(): void } {
  const count = { opened: 0, stop: () => void unsubscribe("net.client.socket", onSocket) };
  const onSocket = () => void count.opened++;
  subscribe("net.client.socket", onSocket);
  return count;
}

/** Starts a TCP server on all addresses of the machine. It counts connections and closes them. */
export async function startCountingServer(): Promise<{ port: number; connections: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    counter.connections++;
    socket.on("error", () => {});
    socket.destroy();
  });
  await once(server.listen(0), "listening");
  const counter = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
  return counter;
}
