import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { DatabaseUrl, StandbyUrl } from "./database-url.ts";
import { TelemetryConfig } from "./telemetry-config.ts";
import { derivedFrom, variable } from "./variable.ts";

const File = z.string().min(1).optional();
const Port = z.coerce.number().int().min(0).max(65_535);

/** The file of the private key beside a certificate, if it is there: `key.pem` of `cert.pem`, `tls.key` of `tls.crt`. */
function keyBeside(certificate: string | undefined): string | undefined {
  if (certificate === undefined) return undefined;
  const name = basename(certificate);
  const key = name.endsWith(".crt") ? name.replace(/\.crt$/, ".key") : name.replace(/cert(?=\.[a-z]+$)/, "key");
  const path = join(dirname(certificate), key);
  return key !== name && existsSync(path) ? path : undefined;
}

const KEY_RULE = "the file beside the certificate: `key.pem` of `cert.pem`, `tls.key` of `tls.crt`";

/** How a process reaches its database. */
export const DatabaseConfig = z.object({
  DATABASE_URL: variable(DatabaseUrl, {
    meaning:
      "login of the ordinary role; the owner of the schema is refused. Several hosts, TLS and poolers: [Postgres](postgres.md)",
    range: "`postgres://user:password@host:port/database`",
  }),
  DATABASE_PASSWORD_FILE: variable(File, {
    meaning: "file with the password, read for each connection",
    follows: { rule: "the password in `DATABASE_URL`" },
  }),
  DATABASE_CA_FILE: variable(File, {
    meaning:
      "PEM of the authority that signs the certificate of Postgres, for `sslmode=verify-full`; read for each connection",
    standard: "authorities of the system",
  }),
  DATABASE_CERT_FILE: variable(File, {
    meaning: "PEM of the certificate that Postgres may ask for; read for each connection",
  }),
  DATABASE_KEY_FILE: variable(File, {
    meaning: "PEM of the key of `DATABASE_CERT_FILE`",
    follows: { rule: KEY_RULE, from: ({ DATABASE_CERT_FILE }) => keyBeside(DATABASE_CERT_FILE) },
  }),
});
export type DatabaseConfig = z.output<typeof DatabaseConfig>;

/** Configuration of every service. A service adds its own variables with `.extend`. */
export const ServiceConfig = z.object({
  HOST: variable(z.string().min(1).default("127.0.0.1"), { meaning: "address to listen on" }),
  PORT: variable(Port, {
    meaning: "REST or gRPC; 0 takes a free port",
    standard: "8080 gateway, 8101 factors, 8102 activity, 8103 calc, 8104 imports, 8105 notify, 8106 streams",
  }),
  OPS_PORT: variable(Port.optional(), {
    meaning: "port of `/livez`, `/readyz` and `/metrics`",
    follows: { rule: "`PORT` + 1000" },
  }),
  ...DatabaseConfig.shape,
  DATABASE_STANDBY_URL: variable(StandbyUrl.optional(), {
    meaning:
      "the same login at a standby, or several behind one name: lists and totals are read there while it keeps up ([Postgres](postgres.md))",
    range: "as `DATABASE_URL`, with one host",
  }),
  DATABASE_POOL_MAX: variable(z.coerce.number().int().min(2).max(100).default(10), { meaning: "connections" }),
  NATS_URL: variable(z.string().min(1), {
    meaning: "servers of NATS; the user is the name of the service",
    range: "`nats://user:password@host:port`, several with commas; `tls://` for TLS",
  }),
  NATS_PASSWORD_FILE: variable(File, {
    meaning: "file with the password, read for each connection",
    follows: { rule: "the password in `NATS_URL`" },
  }),
  NATS_CA_FILE: variable(File, {
    meaning: "PEM of the authority of the server, for `tls://`; read for each connection",
    standard: "those of Node",
  }),
  NATS_CERT_FILE: variable(File, {
    meaning: "PEM of the certificate that the server may ask for; read for each connection",
  }),
  NATS_KEY_FILE: variable(File, {
    meaning: "PEM of the key of `NATS_CERT_FILE`",
    follows: { rule: KEY_RULE, from: ({ NATS_CERT_FILE }) => keyBeside(NATS_CERT_FILE) },
  }),
  NATS_REPLICAS: variable(z.coerce.number().int().min(1).max(5).default(1), {
    meaning:
      "copies of each stream, up to the number of NATS servers; for `streams`, and for services where NATS has no accounts",
  }),
  PRINCIPAL_KEY_FILE: variable(z.string().min(1), {
    meaning: "the private key of the service (a JWK), which signs its calls; read again when it changes",
    range: "file",
  }),
  PRINCIPAL_KEYS_FILE: variable(z.string().min(1), {
    meaning:
      "the public keys of all services (a JWKS in which `iss` names the service), and of service accounts; read again when it changes",
    follows: {
      rule: "`../public/keys.json`, from the folder of `PRINCIPAL_KEY_FILE`",
      from: ({ PRINCIPAL_KEY_FILE: own }) => own && join(dirname(own), "..", "public", "keys.json"),
    },
  }),
  TLS_CERT_FILE: variable(File, {
    meaning:
      "PEM of the certificate of this process, for mutual TLS between services ([certificates](certificates-and-secrets.md)); read again when it changes",
  }),
  TLS_KEY_FILE: variable(File, {
    meaning: "PEM of the key of `TLS_CERT_FILE`",
    follows: { rule: KEY_RULE, from: ({ TLS_CERT_FILE }) => keyBeside(TLS_CERT_FILE) },
  }),
  TLS_CA_FILE: variable(File, {
    meaning: "PEM of the authorities of the other services; needed with `TLS_CERT_FILE`",
  }),
  LOG_LEVEL: variable(z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"), {
    meaning: "the least severe lines of the log",
  }),
  STOP_DELAY_MS: variable(z.coerce.number().int().min(0).max(60_000).default(5_000), {
    meaning: "how long a process still serves after SIGTERM, so that load balancers notice; 0 for `streams`",
  }),
  ...TelemetryConfig.shape,
  SERVER_REFLECTION: variable(z.enum(["on", "off"]).default("off"), {
    meaning: "gRPC reflection, for tools; keep it off in production",
  }),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

/** A secret is given by a variable, or by a file whose path is in `<NAME>_FILE`. */
function withFiles(schema: z.ZodObject, set: NodeJS.ProcessEnv) {
  const names = Object.keys(schema.shape).filter((name) => {
    const file = `${name}_FILE`;
    return set[file] !== undefined && !(file in schema.shape);
  });
  return {
    values: { ...set, ...Object.fromEntries(names.map((name) => [name, { file: set[`${name}_FILE`] }])) },
    doubled: names.filter((name) => set[name] !== undefined),
  };
}

/**
 * Reads the configuration once, at start. The error names every bad variable, so that one deployment repairs them all.
 */
export function readConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  // Deployment manifests often set a variable to an empty text instead of omitting it.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => (value ?? "") !== ""));
  const { values, doubled } = withFiles(schema, set);
  const result = schema.safeParse({ ...derivedFrom(schema, set), ...values });
  if (result.success && doubled.length === 0) return result.data;
  const problems = doubled.map((name) => `✖ Set ${name} or ${name}_FILE, not both.`);
  if (!result.success) problems.push(z.prettifyError(result.error));
  throw new Error(`Bad configuration:\n${problems.join("\n")}`);
}
