import { newSecrets, type Secrets } from "@emissions/testkit/environment";
import { until } from "@emissions/testkit/poll";
import { type System, type SystemOptions, startSystem } from "@emissions/testkit/processes";
import { checkedFetch } from "./conformance.ts";
import { createOrganizations, type Organizations, type Role } from "./organizations.ts";
import { systemTemplate } from "./template.ts";

export type Caller = Record<"x-api-key" | "x-organization-id", string>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. Tests assert its type. */
  json: ReturnType<typeof JSON.parse>;
}

/** Running services, with the organizations of one test file and a REST client. */
export interface Backend extends Organizations {
  urls: System["urls"];
  /** Administrator's connection to the database. */
  adminUrl: string;
  logs: System["logs"];
  caller(slug: string, role?: Role): Caller;
  call(
    method: string,
    path: string,
    options?: { as?: Caller; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
}

/** A backend with processes of its own, which its test may stop, kill and restart. */
export interface OwnBackend extends Backend {
  system: System;
  stop(): Promise<void>;
}

/** Starts processes for this test file alone: all six, or those of `services`. */
export async function startBackend(options: SystemOptions = {}): Promise<OwnBackend> {
  const secrets = options.secrets ?? newSecrets();
  const system = await startSystem({ ...options, secrets, ...(!options.postgresUrl && { template: systemTemplate }) });
  return { ...(await backendOf(system, secrets.apiKeyPepper)), system, stop: () => system.stop() };
}

/** Another process of each service, on the database and NATS of `backend`. Takes the options of its start. */
export async function startReplicas(
  backend: OwnBackend,
  options: SystemOptions & { secrets: Secrets },
): Promise<OwnBackend> {
  const database = new URL(backend.adminUrl).pathname.slice(1);
  const { natsUrls, keys } = backend.system;
  const system = await startSystem({ ...options, database, natsUrls, keys });
  const { urls, logs } = system;
  return { ...backend, urls, logs, system, call: callTo(system), stop: () => system.stop() };
}

/** Adds organizations of its own, and a client, to a running system. */
export async function backendOf(system: Pick<System, "urls" | "adminUrl" | "logs">, pepper: string): Promise<Backend> {
  const { urls, adminUrl, logs } = system;
  const { organizations, users } = await createOrganizations(adminUrl, pepper);
  return {
    urls,
    adminUrl,
    logs,
    organizations,
    users,
    caller: (slug, role = "editor") => {
      const { id, api_keys } = organizations.get(slug)!;
      return { "x-api-key": api_keys[role], "x-organization-id": id };
    },
    call: callTo(system),
  };
}

const callTo =
  ({ urls }: Pick<System, "urls">): Backend["call"] =>
  async (method, path, { as, body, headers = {} } = {}) => {
    const answer = await checkedFetch(urls.gateway + path, {
      method,
      headers: { ...as, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

/** Waits until the calculation of the purchase has succeeded or failed. */
export async function calculated(backend: Backend, as: Caller, id: string) {
  return until(`the calculation of purchase ${id}`, async () => {
    const { json } = await backend.call("GET", `/v1/purchases/${id}`, { as });
    return json.calculation_status !== "pending" && json;
  });
}

/** Waits until the ingest job has ended, and returns it. A service that is being restarted answers later. */
export async function finished(backend: Backend, as: Caller, jobId: string, limitMs?: number) {
  const ended = async () => {
    const { json } = await backend.call("GET", `/v2/ingest-jobs/${jobId}`, { as });
    return json.finished_at ? json : null;
  };
  return until(`the end of job ${jobId}`, ended, limitMs);
}

/** Unit ids by the code in the parentheses of their names. */
export async function unitIds(backend: Backend, as: Caller): Promise<(code: string) => string> {
  const { json } = await backend.call("GET", "/v2/units", { as });
  const byCode = new Map<string, string>(
    json.map((unit: { id: string; name: string }) => [/\((.+)\)$/.exec(unit.name)?.[1] ?? unit.name, unit.id]),
  );
  return (code) => byCode.get(code) ?? byCode.get(code.toLowerCase()) ?? fail(`no unit ${code}`);
}

function fail(message: string): never {
  throw new Error(message);
}
