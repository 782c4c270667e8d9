import { setTimeout as sleep } from "node:timers/promises";
import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import type { z } from "zod";
import { readConfig, type ServiceConfig } from "./config.ts";
import { createLogger, type Logger } from "./log.ts";
import { type Ops, startOps } from "./ops.ts";
import { watchSecrets } from "./secrets.ts";
import { startTelemetry } from "./telemetry.ts";
import type { TelemetryConfig } from "./telemetry-config.ts";
import { setV8Flags } from "./v8-flags.ts";
import { leavingIn } from "./variable.ts";

/** Configuration of every process, service or gateway. */
type ProcessConfig = Pick<ServiceConfig, "HOST" | "PORT" | "OPS_PORT" | "LOG_LEVEL" | "STOP_DELAY_MS"> &
  TelemetryConfig;

export interface Running<C> {
  config: C;
  log: Logger;
  /** The process is ready while every check passes. */
  addCheck: Ops["addCheck"];
  /** Aborted when the process is told to stop, while it still serves. */
  stopping: AbortSignal;
  /** Steps run in reverse order: the last one started is stopped first. */
  onStop(name: string, step: () => unknown): void;
}

interface ProcessOptions<S extends z.ZodObject> {
  name: string;
  config: S;
  /** Resolves when the process is ready to serve. */
  start(running: Running<z.output<S>>): Promise<void>;
}

const OPS_PORT_OFFSET = 1_000;
const STEP_LIMIT_MS = 6_000;
/** Applies after STOP_DELAY_MS. With the default of 5 s a process ends within 15 s. */
const STOP_LIMIT_MS = 9_500;

/** Runs a process: configuration, logs, telemetry, health, and an orderly shutdown. */
export async function runProcess<S extends z.ZodObject>({
  name,
  config: schema,
  start,
}: ProcessOptions<S>): Promise<void> {
  setV8Flags();
  const config = configOrExit(name, schema);
  const { HOST, PORT, OPS_PORT, LOG_LEVEL, STOP_DELAY_MS } = config as ProcessConfig;
  const log = createLogger({ service: name, level: LOG_LEVEL });
  for (const leaving of leavingIn(schema, process.env)) log.warn(leaving, "the next release ignores this variable");
  // grpc-js writes plain text to stderr. Its relevant messages also arrive as errors.
  setLogVerbosity(logVerbosity.NONE);
  const exit = (error: unknown) => {
    log.fatal({ err: error }, "the process ends on an error that nobody handled");
    process.exit(1);
  };
  process.on("uncaughtException", exit).on("unhandledRejection", exit);

  const steps: { name: string; step: () => unknown }[] = [];
  const stopping = new AbortController();
  let ready = false;
  let ops: Ops | null = null;

  async function stop(signal: string): Promise<void> {
    if (stopping.signal.aborted) return;
    log.info({ signal }, "stopping");
    const force = () => {
      log.error("could not stop in time");
      process.exit(1);
    };
    setTimeout(force, STOP_DELAY_MS + STOP_LIMIT_MS);
    ops?.setReady(false);
    stopping.abort();
    // Load balancers need time to notice. A process that was never ready receives no requests.
    if (ready) await sleep(STOP_DELAY_MS);
    for (const { name: what, step } of steps.reverse()) {
      await within(STEP_LIMIT_MS, step).catch((error) => log.warn({ err: error, what }, "did not stop in order"));
    }
    log.info("stopped");
    process.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));

  try {
    const telemetry = startTelemetry({ service: name, config: config as ProcessConfig, log });
    steps.push({ name: "telemetry", step: () => telemetry.stop() });
    const secrets = watchSecrets(config, log);
    steps.push({ name: "secrets", step: () => secrets.stop() });
    const port = OPS_PORT ?? (PORT === 0 ? 0 : PORT + OPS_PORT_OFFSET);
    const opened = await startOps({ host: HOST, port, metricsText: telemetry.metricsText });
    ops = opened;
    steps.push({ name: "ops", step: () => opened.close() });
    await start({
      config,
      log,
      addCheck: opened.addCheck,
      stopping: stopping.signal,
      onStop: (what, step) => void steps.push({ name: what, step }),
    });
    if (stopping.signal.aborted) return;
    opened.setReady(true);
    ready = true;
    log.info({ ops_port: opened.port }, "ready");
  } catch (error) {
    if (stopping.signal.aborted) return;
    // A failed start is mostly a fault of the environment, so one line without a stack is logged.
    log.fatal(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

function configOrExit<S extends z.ZodObject>(name: string, schema: S): z.output<S> {
  try {
    return readConfig(schema);
  } catch (error) {
    createLogger({ service: name }).fatal((error as Error).message);
    process.exit(1);
  }
}

async function within(limitMs: number, step: () => unknown): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`took longer than ${limitMs} ms`)), limitMs);
  try {
    await Promise.race([step(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
