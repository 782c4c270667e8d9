import { counter, histogram, observed, SECONDS } from "../process/instruments.ts";

const POOL = ["db.client.connection.pool.name"] as const;

export const connectionCount = observed({
  name: "db.client.connection.count",
  unit: "{connection}",
  description: "Connections to Postgres, used and idle",
  labels: [...POOL, "db.client.connection.state"],
});
export const connectionMax = observed({
  name: "db.client.connection.max",
  unit: "{connection}",
  description: "Limit of connections to Postgres",
  labels: POOL,
});
export const pendingRequests = observed({
  name: "db.client.connection.pending_requests",
  unit: "{request}",
  description: "Transactions that wait for a connection",
  labels: POOL,
});
export const waitTime = histogram({
  name: "db.client.connection.wait_time",
  unit: "s",
  description: "Time that a transaction waits for a connection",
  labels: POOL,
  bounds: SECONDS,
});
export const useTime = histogram({
  name: "db.client.connection.use_time",
  unit: "s",
  description: "Time for which a transaction has a connection",
  labels: POOL,
  bounds: SECONDS,
});

export const standbyReads = counter({
  name: "emissions.standby.reads",
  unit: "{read}",
  description: "Reads of many rows, by the server that did them, if there is a standby for them",
  labels: ["server"],
});

export const outboxWaiting = observed({
  name: "emissions.outbox.waiting",
  unit: "{row}",
  description: "Rows of the outbox that wait for NATS, counted up to 10,000 in each lane",
});
export const outboxAge = observed({
  name: "emissions.outbox.oldest.age",
  unit: "s",
  description: "Age of the oldest row of the outbox that waits; 0 if none waits",
});
export const deadLetters = observed({
  name: "emissions.dead_letters",
  unit: "{event}",
  description: "Events that were given up and are kept for people, counted up to 10,000",
  labels: ["consumer"],
});
export const deferredEvents = observed({
  name: "emissions.deferred.events",
  unit: "{event}",
  description: "Events that wait for the end of a fault or for their next try, counted up to 10,000",
});
export const schemaVersion = observed({
  name: "emissions.schema.migrations",
  unit: "{migration}",
  description: "Migrations that the schema has, with the name of the last one",
  labels: ["latest"],
});
export const observationFailures = counter({
  name: "emissions.observation.failures",
  unit: "{read}",
  description: "Reads of values for metrics that failed or took too long",
  labels: ["group"],
});
