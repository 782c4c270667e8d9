import type { DescMessage } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import type { NatsConnection } from "@nats-io/transport-node";
import type { z } from "zod";
import { answerRepeats } from "./db/answer-repeats.ts";
import { withEmptyUpdates } from "./db/empty-updates.ts";
import { type Gauges, messageTables, observeTables } from "./db/observe-tables.ts";
import { rowEstimates } from "./db/row-estimates.ts";
import { versionCheck } from "./db/schema-version.ts";
import { StandbySessions } from "./db/standby.ts";
import { databaseTime, prepareOnDatabase, startDatabase } from "./db/start-database.ts";
import { type Sweep, startSweeps } from "./db/sweep.ts";
import { Db, openPool, type Pool } from "./db/transactions.ts";
import type { Consumer } from "./messages/consume.ts";
import { type RunningConsumers, startConsumers } from "./messages/consumers.ts";
import { requireDeclared } from "./messages/declared-events.ts";
import { startExchange } from "./messages/exchange-marks.ts";
import { keepConnected, natsLogin } from "./messages/nats.ts";
import { checkNeighbours, neighbourGauges } from "./messages/neighbours.ts";
import { startRelay } from "./messages/relay.ts";
import { streamOf } from "./messages/stream.ts";
import { StreamChecks } from "./messages/stream-checks.ts";
import { StreamStorage } from "./messages/stream-storage.ts";
import type { ServiceConfig } from "./process/config.ts";
import type { Logger } from "./process/log.ts";
import { type Running, runProcess } from "./process/process.ts";
import type { Check } from "./process/readiness.ts";
import type { Background } from "./process/repeat.ts";
import type { Sealer } from "./process/sealing.ts";
import { type Certificates, startCertificates } from "./wire/certificates.ts";
import { grpcTransport } from "./wire/client.ts";
import { ClockCheck } from "./wire/clock.ts";
import { startSigner } from "./wire/key-files.ts";
import { logRequest, measureClient, measureServer, traceClient, traceServer } from "./wire/observe.ts";
import { startGrpcServer } from "./wire/server.ts";
import type { ServiceEntry } from "./wire/services.ts";
import { type PrincipalSigner, signCalls, unavailableUntilTrusted, verifyCalls } from "./wire/signer.ts";
import { statusService } from "./wire/status-service.ts";

/** Inputs of a service's context. */
export interface Base<C> {
  config: C;
  log: Logger;
  db: Db;
  /** A traced, measured and signing transport to another service. It closes when the process stops. */
  connectTo(service: string, baseUrl: string, options?: { maxBytes?: number }): Transport;
}

interface Service<S extends z.ZodObject, X> {
  name: string;
  config: S;
  /** Seals the stored replies. Services whose replies contain secrets need one. */
  sealer?(config: z.output<S>): Sealer;
  /** The event by which activity learns the rows of the audit log. */
  auditEvent?: DescMessage;
  /** Folders of .sql files, besides those of kit. */
  migrations?: readonly URL[];
  context(base: Base<z.output<S>>): X | Promise<X>;
  /** Runs before the first call, for example to load a catalogue. It is repeated when the database does not finish it. */
  prepare?(context: X, base: Base<z.output<S>>): Promise<void>;
  /** Checks of readiness besides the database, by the reason that they are about. */
  checks?(context: X, base: Base<z.output<S>>): Promise<ReadonlyMap<string, Check>>;
  routes(context: X): ServiceEntry[];
  consumers?(context: X): Consumer[];
  sweeps?(context: X): Sweep[];
  /** Values of its tables for metrics, besides those of the message tables. */
  gauges?: readonly Gauges[];
  /** Work of each replica besides calls and sweeps. */
  background?(context: X, log: Logger): Background[];
  /** Subscriptions of each replica. A consumer, in contrast, gives each message to one replica. */
  listen?(context: X, nats: NatsConnection): Background[];
  /** Largest message in both directions, for services with batch RPCs. */
  maxBytes?: number;
}

/** Runs a service until it is told to stop. */
export const runService = <S extends z.ZodObject, X>(service: Service<S, X>): Promise<void> =>
  runProcess({ name: service.name, config: service.config, start: (running) => start(service, running) });

async function start<S extends z.ZodObject, X>(service: Service<S, X>, running: Running<z.output<S>>): Promise<void> {
  const { log, addCheck, onStop } = running;
  const config = running.config as z.output<S> & ServiceConfig;
  const { name, migrations = [], maxBytes } = service;

  const { signer, watch } = startSigner({ issuer: name, files: config, log });
  onStop("principal keys", () => watch.stop());
  const tls = startCertificates({ config, log });
  onStop("certificates", () => tls?.watch.stop());
  const checks = new StreamChecks();
  // A loop that waits for NATS meanwhile would not see that the database was away, and may be a restored backup now.
  const pool = await startDatabase({ config, schema: name, migrations, log, onClosed: () => checks.reset() });
  onStop("database", () => pool.end({ timeout: 3 }));
  const clock = new ClockCheck();
  addCheck("database", () => clock.measure(() => databaseTime(pool)));
  addCheck("clock", () => clock.check());
  const onDatabase = <R>(work: () => Promise<R>) => prepareOnDatabase(work, { config, log });
  const version = await onDatabase(() => versionCheck({ pool, schema: name, migrations, log }));
  addCheck("schema", version.check);
  const sealer = service.sealer?.(config);
  const { auditEvent } = service;
  const reads = readSessions({ config, schema: name, pool, log, onStop });
  const db = new Db(pool, { reads, ...(sealer && { sealer }), ...(auditEvent && { auditEvent }) });
  for (const gauges of [messageTables, neighbourGauges, ...(service.gauges ?? [])])
    onStop("gauges", observeTables(db, gauges));
  const base: Base<z.output<S>> = {
    config,
    log,
    db,
    connectTo: connector({ signer, clock, certificates: tls?.certificates, log, onStop }),
  };
  const context = await service.context(base);
  await onDatabase(async () => service.prepare?.(context, base));
  const own = await onDatabase(async () => service.checks?.(context, base));
  for (const [reason, check] of own ?? []) addCheck(reason, check);

  addCheck("neighbours", () => checkNeighbours(db));

  const consumers = service.consumers?.(context) ?? [];
  requireDeclared(name, consumers);
  const listen = (nats: NatsConnection) => service.listen?.(context, nats) ?? [];
  const stream = streamOf(name);
  const storage = new StreamStorage(stream, log);
  addCheck(`stream ${stream}`, () => storage.check(), "never");
  const messages = startMessages({ name, config, db, consumers, checks, storage, listen, log, onStop });
  addCheck("consumers", messages.checkConsumers, "start");
  const sweeps = startSweeps({ db, sweeps: [rowEstimates(db), ...(service.sweeps?.(context) ?? [])], log });
  onStop("sweeps", () => sweeps.stop());
  const background = service.background?.(context, log) ?? [];
  onStop("background", () => Promise.all(background.map((one) => one.stop())));

  const server = await startGrpcServer({
    host: config.HOST,
    port: config.PORT,
    certificates: tls?.certificates,
    services: [...withEmptyUpdates(service.routes(context)), statusService(version.schemaVersion)],
    interceptors: [logRequest(), measureServer(), verifyCalls(signer, clock), traceServer(), answerRepeats(db)],
    reflection: config.SERVER_REFLECTION === "on",
    log,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  onStop("server", () => server.drain());
  running.stopping.addEventListener("abort", () => server.setServing(false), { once: true });
  log.info({ port: server.port }, "listening");
}

interface ReadsOptions {
  config: ServiceConfig;
  schema: string;
  pool: Pool;
  log: Logger;
  onStop: Running<unknown>["onStop"];
}

/** A service does not wait for the standby: it reads at the primary until the standby is there. */
function readSessions({ config, schema, pool, log, onStop }: ReadsOptions): Pool {
  const { DATABASE_STANDBY_URL: url, DATABASE_POOL_MAX: max } = config;
  if (url === undefined) return pool;
  const login = { ...config, DATABASE_URL: url };
  const standby = openPool(login, { schema, max, applicationName: `${schema} standby` });
  onStop("standby", () => standby.end({ timeout: 3 }));
  return new StandbySessions({ primary: pool, standby, log });
}

interface Messages {
  name: string;
  config: ServiceConfig;
  db: Db;
  consumers: Consumer[];
  checks: StreamChecks;
  storage: StreamStorage;
  listen(nats: NatsConnection): Background[];
  log: Logger;
  onStop: Running<unknown>["onStop"];
}

/** Messages flow when NATS is connected. Until then they wait in the outbox, and the check passes. */
function startMessages(messages: Messages): { checkConsumers: Check } {
  const { name, config, db, consumers, checks, storage, listen, log, onStop } = messages;
  const replicas = config.NATS_REPLICAS;
  const started: Background[] = [];
  let running: RunningConsumers | null = null;
  const connection = keepConnected({
    ...natsLogin(config, name),
    log,
    onConnected: (nats) => {
      const relay = startRelay({ db, nats, service: name, replicas, log, checks, storage, isAway: connection.isAway });
      db.onCommit = () => relay.poke();
      running = startConsumers({ db, nats, service: name, consumers, replicas, log, checks });
      started.push(relay, running, startExchange({ db, nats, service: name, consumers, log }));
      started.push(...listen(nats));
    },
  });
  onStop("NATS", () => connection.stop());
  onStop("messages", () => Promise.all(started.map((one) => one.stop())));
  return {
    checkConsumers: async () => {
      const areAbsent = running === null || running.areAbsent();
      if (areAbsent && !connection.isAway()) throw new Error("NATS lacks consumers of this service");
    },
  };
}

interface Outgoing {
  signer: PrincipalSigner;
  clock: ClockCheck;
  certificates: Certificates | undefined;
  log: Logger;
  onStop: Running<unknown>["onStop"];
}

function connector({ signer, clock, certificates, log, onStop }: Outgoing): Base<unknown>["connectTo"] {
  return (service, baseUrl, options = {}) => {
    const interceptors = [
      measureClient(),
      traceClient(),
      unavailableUntilTrusted(service, log, clock),
      signCalls(signer, service),
    ];
    const transport = grpcTransport({ baseUrl, certificates, interceptors, ...options });
    onStop(`calls to ${baseUrl}`, () => transport.close());
    return transport;
  };
}
