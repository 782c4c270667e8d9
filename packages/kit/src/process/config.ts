import { z } from "zod";

/** What every service reads; a service adds its own with `.extend`. */
export const ServiceConfig = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Health and metrics; by default the port of the service + 1000. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Logs in as the ordinary role of the service, which row-level security binds. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** When given, the process migrates its schema at start as this role. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(100).default(10),
  NATS_URL: z.string().min(1),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Signs and verifies the principal between services. */
  PRINCIPAL_SECRET: z.string().min(32),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** How long a stopping process still serves while load balancers take note. */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** gRPC reflection, for people with a command line; off in production. */
  SERVER_REFLECTION: z.enum(["on", "off"]).default("off"),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

/**
 * Reads the configuration once, at start. Every bad variable is reported, not
 * only the first, so that a deployment is repaired in one go.
 */
export function readConfig<S extends z.ZodObject>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  // An empty variable is an absent one: manifests often carry both forms.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  throw new Error(`Bad configuration:\n${z.prettifyError(result.error)}`);
}
