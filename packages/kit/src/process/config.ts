import { z } from "zod";
import { DatabaseUrl, StandbyUrl } from "./database-url.ts";
import { TelemetryConfig } from "./telemetry-config.ts";

/** How a process reaches its database. */
export const DatabaseConfig = z.object({
  /** Logs in as the ordinary role of the service, to which row-level security applies. */
  DATABASE_URL: DatabaseUrl,
  /** File with the password, instead of one in DATABASE_URL. It is read for each connection. */
  DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  /** PEM files for `sslmode=verify-full`, read for each connection. */
  DATABASE_CA_FILE: z.string().optional(),
  DATABASE_CERT_FILE: z.string().optional(),
  DATABASE_KEY_FILE: z.string().optional(),
});
export type DatabaseConfig = z.output<typeof DatabaseConfig>;

/** Configuration of every service. A service adds its own variables with `.extend`. */
export const ServiceConfig = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Port of health and metrics. The default is PORT + 1000. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ...DatabaseConfig.shape,
  /** A standby of the same database, with the same login. Lists and totals are read there while it keeps up. */
  DATABASE_STANDBY_URL: StandbyUrl.optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(100).default(10),
  NATS_URL: z.string().min(1),
  /** File with the password for NATS, instead of one in NATS_URL. */
  NATS_PASSWORD_FILE: z.string().optional(),
  /** PEM files for addresses that begin with tls: the authority of the server, and a certificate with its key. */
  NATS_CA_FILE: z.string().min(1).optional(),
  NATS_CERT_FILE: z.string().min(1).optional(),
  NATS_KEY_FILE: z.string().min(1).optional(),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** The private key that signs the calls of this service: a JWK. Both files are read again when they change. */
  PRINCIPAL_KEY_FILE: z.string().min(1),
  /** The public keys of all services that call: a JWKS in which each key names its issuer. */
  PRINCIPAL_KEYS_FILE: z.string().min(1),
  /**
   * PEM files: the certificate of this process, its private key, and the authority of the other services. All three or
   * none. With them services call each other over mutual TLS. They are read again when they change.
   */
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  TLS_CA_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** How long a stopping process still serves, so that load balancers notice. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  ...TelemetryConfig.shape,
  /** gRPC reflection for command-line clients. Keep it off in production. */
  SERVER_REFLECTION: z.enum(["on", "off"]).default("off"),
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
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const { values, doubled } = withFiles(schema, set);
  const result = schema.safeParse(values);
  if (result.success && doubled.length === 0) return result.data;
  const problems = doubled.map((name) => `✖ Set ${name} or ${name}_FILE, not both.`);
  if (!result.success) problems.push(z.prettifyError(result.error));
  throw new Error(`Bad configuration:\n${problems.join("\n")}`);
}
