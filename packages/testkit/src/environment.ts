import { randomBytes } from "node:crypto";
import type { NatsUrls } from "./nats-accounts.ts";
import { freePorts } from "./ports.ts";
import { keyFiles } from "./principal-keys.mjs";
import { type DatabaseUrls, SERVICES, type ServiceName } from "./roles.ts";

const LOOPBACK = "127.0.0.1";

export interface Ports {
  port: number;
  opsPort: number;
}

export interface Secrets {
  /** Pepper of the hashes of API keys. */
  apiKeyPepper: string;
  /** Signs the tokens of the built-in issuer. */
  authToken: string;
  /** Seals the secrets of authenticator apps: an id and a key. */
  totpSealing: string;
  /** Seals the secrets of webhook endpoints: an id and a key. */
  webhookSealing: string;
  /** Signs URLs of files. */
  fileUrls: string;
}

interface EnvironmentOptions {
  databaseUrls: DatabaseUrls;
  natsUrls: NatsUrls;
  /** Address of the processes. Default: 127.0.0.1. */
  host?: string | undefined;
  ports: Record<ServiceName, Ports>;
  secrets: Secrets;
  /** Folder of the keys of principals. */
  keys: string;
  /** Additional environment of every process. */
  more: NodeJS.ProcessEnv;
}

/** The environment of a service process: its own variables on top of those of the starter. */
export function environmentOf(name: ServiceName, options: EnvironmentOptions): NodeJS.ProcessEnv {
  const { databaseUrls, natsUrls, host = LOOPBACK, ports, secrets, keys, more } = options;
  const calls = SERVICES.filter((other) => other !== "gateway").map((other) => [
    `${other.toUpperCase()}_URL`,
    urlOf(ports[other], host),
  ]);
  return {
    ...process.env,
    ...Object.fromEntries(calls),
    PUBLIC_URL: process.env.PUBLIC_URL || urlOf(ports.gateway, host),
    HOST: host,
    PORT: String(ports[name].port),
    OPS_PORT: String(ports[name].opsPort),
    DATABASE_URL: databaseUrls.of(name),
    // The address of an administrator, for the test run alone.
    TEST_DATABASE_URL: undefined,
    NATS_URL: natsUrls.of(name),
    ...keysOf(name, keys),
    // No load balancer needs time to notice.
    STOP_DELAY_MS: "0",
    SERVER_REFLECTION: "on",
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "true",
    API_KEY_KIND: "test",
    ...secretsOf(name, secrets),
    ...more,
  };
}

/** The key of a service, and the public keys of all, in a folder of keys. */
export function keysOf(name: ServiceName, folder: string): NodeJS.ProcessEnv {
  const { own, all } = keyFiles(folder, name);
  return { PRINCIPAL_KEY_FILE: own, PRINCIPAL_KEYS_FILE: all };
}

/** A service gets only the secrets that it uses. */
function secretsOf(name: ServiceName, secrets: Secrets): NodeJS.ProcessEnv {
  if (name === "activity") return { API_KEY_PEPPER: secrets.apiKeyPepper, SEALING_KEYS: secrets.totpSealing };
  if (name === "gateway") return { AUTH_TOKEN_SECRET: secrets.authToken };
  if (name === "imports") return { FILE_URL_SECRET: secrets.fileUrls };
  if (name === "notify") return { WEBHOOK_SECRET_KEYS: secrets.webhookSealing };
  return {};
}

export function newSecrets(): Secrets {
  const secret = () => randomBytes(32).toString("base64url");
  const sealing = () => `local:${randomBytes(32).toString("base64")}`;
  return {
    apiKeyPepper: secret(),
    authToken: secret(),
    totpSealing: sealing(),
    webhookSealing: sealing(),
    fileUrls: secret(),
  };
}

export async function choosePorts(): Promise<Record<ServiceName, Ports>> {
  const free = await freePorts(2 * SERVICES.length);
  return eachService((_, index) => ({ port: free[2 * index]!, opsPort: free[2 * index + 1]! }));
}

export function urlOf({ port }: { port: number }, host = LOOPBACK): string {
  return `http://${host}:${port}`;
}

export function eachService<T>(make: (name: ServiceName, index: number) => T): Record<ServiceName, T> {
  return Object.fromEntries(SERVICES.map((name, index) => [name, make(name, index)])) as Record<ServiceName, T>;
}
