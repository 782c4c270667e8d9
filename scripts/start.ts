// `npm start`: runs the whole system on one machine, with demo data.
import { setTimeout as pause } from "node:timers/promises";
import { STATE_MARK } from "@emissions/testkit/leftovers";
import { type System, startSystem } from "@emissions/testkit/processes";
import { logOf } from "@emissions/testkit/service-process";
import { msSinceBegun } from "./begun.mjs";
import { launchersIn, watchLaunchers } from "./launchers.mjs";
import { type ReceiverFiles, receiverFiles } from "./start/certificates.ts";
import { keepCommandEnvironment } from "./start/commands.ts";
import { addDemoRecords, lacksDemoRecords, seedDemo } from "./start/demo.ts";
import { seconds, step } from "./start/progress.ts";
import { restartPolicy } from "./start/restarts.ts";
import { type OwnServer, type Servers, startServers } from "./start/servers.ts";
import { keptSecrets, readSettings, refuseTakenPorts, type Settings, shown } from "./start/settings.ts";
import { emptyState, isHalfEmpty, rotateLogs, takeState } from "./start/state.ts";

/** One Ctrl-C arrives several times: from the terminal, and forwarded by npm and the boot script. */
const SAME_SIGNAL_MS = 1_000;

let servers: Servers | undefined;
let system: System | undefined;
let release = () => {};
const halt = new AbortController();
const mayRestart = restartPolicy();

// A closed terminal must not prevent the shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
listen();
const started = main();
await started.catch((error) => end(1, messageOf(error)));

async function main() {
  const settings = readSettings(process.argv.slice(2), process.env);
  const { state, ports } = settings;
  process.env[STATE_MARK] = state;
  const launchers = launchersIn(process.env);
  watchLaunchers(launchers, () => void end(1, "npm or the boot script was killed; stopping"));
  release = (await takeState(state, launchers)).release;
  await refuseTakenPorts(ports);
  rotateLogs(state);
  if (settings.fresh || isHalfEmpty(state)) await step("removing what was recorded", () => emptyState(state));

  servers = await step("starting Postgres and NATS", () => startServers(settings));
  if (halt.signal.aborted) return;
  for (const server of servers.own) restartOnExit(server);
  const receiver = await receiverFiles(state);
  system = await step("starting the services", () => startServices(settings, servers!, receiver));
  if (halt.signal.aborted) return;
  keepCommandEnvironment(system, state);
  const demo = await step("seeding the demo organizations", () =>
    seedDemo(system!, state, { receiver, signal: halt.signal }),
  );
  if (halt.signal.aborted) return;
  if (lacksDemoRecords(state)) await fillDemo(demo, state);
  if (halt.signal.aborted) return;

  console.log(`
Ready after ${seconds(msSinceBegun(process.env))}.
  API                    ${system.urls.gateway}
  Console                ${system.urls.gateway}/console
  Interactive reference  ${system.urls.gateway}/docs
  Demo keys              ${shown(demo)}
  Logs                   ${shown(`${state}/logs`)}
Ctrl-C stops everything.`);
}

/** The system is usable without demo records; the next start creates the missing ones. */
async function fillDemo(demo: string, state: string) {
  try {
    await step("adding the demo records", () => addDemoRecords(system!, demo, state, halt.signal));
  } catch (error) {
    if (!halt.signal.aborted) console.error(messageOf(error));
  }
}

function startServices(settings: Settings, servers: Servers, receiver: ReceiverFiles): Promise<System> {
  const { postgresUrl, database, natsUrls } = servers;
  return startSystem({
    dir: settings.state,
    ports: settings.ports,
    secrets: keptSecrets(settings.state),
    postgresUrl,
    database,
    natsUrls,
    signal: halt.signal,
    env: { WEBHOOK_CA_FILE: process.env.WEBHOOK_CA_FILE || receiver.ca_file },
    onExit: (name) => {
      // During the start of the others `system` is undefined: that attempt fails, and the next one follows after a pause.
      const start = async () => system!.process(name).restart();
      void restart({ name, log: logOf(settings.state, name), start });
    },
  });
}

/** Restarts a server whenever it ends unexpectedly. */
function restartOnExit(server: OwnServer) {
  void server.exited().then(async () => {
    if (await restart(server)) restartOnExit(server);
  });
}

async function restart({ name, log, start }: Pick<OwnServer, "name" | "log" | "start">): Promise<boolean> {
  while (!halt.signal.aborted) {
    const pauseMs = mayRestart(name, performance.now());
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

/** Stops all processes in the reverse order of their start. */
async function end(code: number, message: string) {
  if (halt.signal.aborted) return;
  halt.abort();
  (code === 0 ? console.log : console.error)(message);
  let result = code;
  // Waits for the current step: only then all of its processes are known.
  await started.catch(() => {});
  for (const stop of [() => system?.stop(), ...(servers?.own.toReversed() ?? []).map((server) => server.stop)]) {
    try {
      await stop();
    } catch (error) {
      // The others must stop even if one fails to stop.
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
