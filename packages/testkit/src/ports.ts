import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = await listen(0);
  if (port === null) throw new Error("the system has no free port");
  return port;
}

/** Several different ones: they are held together and then let go. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(
        (server) =>
          new Promise<number>((resolve, reject) => {
            server.once("error", reject);
            server.listen(0, LOOPBACK, () => resolve((server.address() as { port: number }).port));
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

export async function isTaken(port: number): Promise<boolean> {
  return (await listen(port)) === null;
}

function listen(wanted: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen(wanted, LOOPBACK, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
