import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TEXT_TYPE } from "./prometheus.ts";
import { Readiness } from "./readiness.ts";

interface OpsOptions {
  host: string;
  port: number;
  /** The answer of /metrics. */
  metricsText(): Promise<string>;
}

export interface Ops {
  readonly port: number;
  /** Ready as its checks say, but not before `setReady(true)`. */
  addCheck: Readiness["addCheck"];
  setReady(ready: boolean): void;
  close(): void;
}

const HEADER_TIMEOUT_MS = 5_000;

/** Health and metrics, on a port of their own that is not public. */
export async function startOps({ host, port, metricsText }: OpsOptions): Promise<Ops> {
  const checks = new Readiness();
  let ready = false;

  async function readiness(): Promise<[status: number, body: object]> {
    if (!ready) return [503, { status: "not ready", failing: ["process"] }];
    const { ready: isReady, failing, reasons } = await checks.report();
    const named = failing.length > 0 && { failing, ...(reasons && { reasons }) };
    return isReady ? [200, { status: "ready", ...named }] : [503, { status: "not ready", ...named }];
  }

  async function answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = url?.split("?")[0];
    if (method !== "GET" && method !== "HEAD") return void response.writeHead(405).end();
    if (path === "/livez") return json(response, 200, { status: "alive" });
    if (path === "/readyz") return json(response, ...(await readiness()));
    if (path !== "/metrics") return void response.writeHead(404).end();
    const text = await metricsText();
    response.writeHead(200, { "content-type": TEXT_TYPE }).end(text);
  }

  const server = createServer(
    { requestTimeout: HEADER_TIMEOUT_MS, headersTimeout: HEADER_TIMEOUT_MS },
    (request, response) => {
      answer(request, response).catch(() => response.destroy());
    },
  );
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    addCheck: (name, check, rule) => checks.addCheck(name, check, rule),
    setReady: (value) => {
      ready = value;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const json = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
