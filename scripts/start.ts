// `npm start`: everything that a person needs to try the service, on one machine.
import { setTimeout as pause } from "node:timers/promises";
import { type System, startSystem } from "@emissions/testkit/processes";
import { logOf } from "@emissions/testkit/service-process";
import { keepCommandEnvironment } from "./start/commands.ts";
import { addDemoRecords, lacksDemoRecords, seedDemo } from "./start/demo.ts";
import { seconds, step } from "./start/progress.ts";
import { restartPolicy } from "./start/restarts.ts";
import { type OwnServer, type Servers, startServers } from "./start/servers.ts";
import { keptSecrets, readSettings, refuseTakenPorts, type Settings, shown } from "./start/settings.ts";
import { emptyState, takeState, turnLogs } from "./start/state.ts";

/** One Ctrl-C reaches this process several times: from the terminal, and from npm and the boot script that pass it on. */
const SAME_SIGNAL_MS = 1_000;

let servers: Servers | undefined;
let system: System | undefined;
let release = () => {};
const halt = new AbortController();
const mayRestart = restartPolicy();

// A terminal that is closed must not keep the rest from being stopped.
process.stdout.on("error", () => {});
listen();
const started = main();
await started.catch((error) => end(1, messageOf(error)));

async function main() {
  const begun = performance.now();
  const settings = readSettings(process.argv.slice(2), process.env);
  const { state, ports } = settings;
  release = (await takeState(state)).release;
  await refuseTakenPorts(ports);
  turnLogs(state);
  if (settings.fresh) await step("removing what was recorded", () => emptyState(state));

  servers = await step("starting Postgres and NATS", () => startServers(settings));
  if (halt.signal.aborted) return;
  for (const server of servers.own) guard(server);
  system = await step("starting the services", () => startServices(settings, servers!));
  if (halt.signal.aborted) return;
  keepCommandEnvironment(system, state);
  const demo = await step("seeding the demo organizations", () => seedDemo(system!, state, halt.signal));
  if (halt.signal.aborted) return;

  console.log(`
Ready after ${seconds(performance.now() - begun)}.
  API                    ${system.urls.gateway}
  Interactive reference  ${system.urls.gateway}/docs
  Demo keys              ${shown(demo)}
  Logs                   ${shown(`${state}/logs`)}
Ctrl-C stops everything.`);
  if (lacksDemoRecords(state)) await fillDemo(demo, state);
}

/** The system runs already, and goes on without them; the next start makes what is missing. */
async function fillDemo(demo: string, state: string) {
  try {
    await step("adding the demo records", () => addDemoRecords(demo, state, halt.signal));
  } catch (error) {
    if (!halt.signal.aborted) console.error(messageOf(error));
  }
}

function startServices(settings: Settings, { postgresUrl, database, natsUrl }: Servers): Promise<System> {
  return startSystem({
    dir: settings.state,
    ports: settings.ports,
    secrets: keptSecrets(settings.state),
    postgresUrl,
    database,
    natsUrl,
    onExit: (name) => {
      // One that ends while the others still start is tried again after a pause, when there is a system to be part of.
      const start = async () => system!.process(name).restart();
      void revive({ name, log: logOf(settings.state, name), start });
    },
  });
}

/** Starts a server of ours again whenever it ends by itself. */
function guard(server: OwnServer) {
  void server.exited().then(async () => {
    if (await revive(server)) guard(server);
  });
}

async function revive({ name, log, start }: Pick<OwnServer, "name" | "log" | "start">): Promise<boolean> {
  while (!halt.signal.aborted) {
    const pauseMs = mayRestart(name, Date.now());
    if (pauseMs === null) {
      await end(1, `${name} ended again and again; see ${shown(log)}`);
      return false;
    }
    console.log(`${name} ended by itself; starting it again`);
    await pause(pauseMs);
    if (halt.signal.aborted) return false;
    const runs = await start().then(
      () => true,
      () => false,
    );
    if (runs) return true;
  }
  return false;
}

function listen() {
  process.on("uncaughtException", (error) => void end(1, messageOf(error)));
  let first: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        void end(0, "stopping");
      } else if (now - first > SAME_SIGNAL_MS) {
        void endByForce();
      }
    });
  }
}

/** Stops everything, last started first stopped. */
async function end(code: number, message: string) {
  if (halt.signal.aborted) return;
  halt.abort();
  (code === 0 ? console.log : console.error)(message);
  let result = code;
  // A step that is under way ends first: what it started is only then known.
  await started.catch(() => {});
  for (const stop of [() => system?.stop(), ...(servers?.own.toReversed() ?? []).map((server) => server.stop)]) {
    try {
      await stop();
    } catch (error) {
      // One that does not end well must not keep the others running.
      console.error(messageOf(error));
      result = 1;
    }
  }
  release();
  process.exit(result);
}

async function endByForce() {
  console.error("killing everything");
  await Promise.allSettled([system?.kill(), ...(servers?.own ?? []).map((server) => server.kill())]);
  release();
  process.exit(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
