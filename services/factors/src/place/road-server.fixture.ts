import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A stand-in for a provider of distances by road, over real HTTP. Each request is noted, then `answer` handles it. */
export async function roadServer() {
  const state = { answer: way(1000) as RequestListener, requests: [] as string[], authorizations: [] as string[] };
  const server = createServer((request, response) => {
    state.requests.push(request.url!);
    state.authorizations.push(request.headers.authorization ?? "");
    state.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { ...state, state, host: `127.0.0.1:${port}`, stop };
}

export const json =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };

/** The answer of OSRM for a way of these metres. */
export const way = (metres: number): RequestListener =>
  json(200, JSON.stringify({ code: "Ok", routes: [{ distance: metres, duration: 1, legs: [] }], waypoints: [] }));
