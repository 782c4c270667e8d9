import { z } from "zod";

/** Configuration of every service. A service adds its own variables with `.extend`. */
export const ServiceConfig = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Port of health and metrics. The default is PORT + 1000. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Logs in as the ordinary role of the service, to which row-level security applies. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(100).default(10),
  NATS_URL: z.string().min(1),
  /** File with the password for NATS, instead of one in NATS_URL. */
  NATS_PASSWORD_FILE: z.string().optional(),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** The private key that signs the calls of this service: a JWK. Both files are read again when they change. */
  PRINCIPAL_KEY_FILE: z.string().min(1),
  /** The public keys of all services that call: a JWKS in which each key names its issuer. */
  PRINCIPAL_KEYS_FILE: z.string().min(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** How long a stopping process still serves, so that load balancers notice. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** gRPC reflection for command-line clients. Keep it off in production. */
  SERVER_REFLECTION: z.enum(["on", "off"]).default("off"),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

/**
 * Reads the configuration once, at start. The error names every bad variable, so that one deployment repairs them all.
 */
export function readConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  // Deployment manifests often set a variable to an empty text instead of omitting it.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new Error(`Bad configuration:\n${z.prettifyError(result.error)}`);
}
