import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from "prom-client";

/** Metrics of the process in the Prometheus format, served at /metrics. */
export const metrics = register;

collectDefaultMetrics({ register });

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const outboxWaiting = new Gauge({ name: "outbox_waiting", help: "Messages that wait for NATS" });
export const outboxPublished = new Counter({ name: "outbox_published_total", help: "Messages given to NATS" });
export const messagesHandled = new Counter({
  name: "messages_handled_total",
  help: "Messages handled, by how it ended",
  labelNames: ["consumer", "result"],
});
export const deferredQueues = new Gauge({
  name: "deferred_queues",
  help: "Consumers times organizations whose events wait for the end of a fault",
});
export const messageSeconds = new Histogram({
  name: "message_batch_seconds",
  help: "Time to handle the messages of one organization in one batch",
  labelNames: ["consumer"],
  buckets: SECONDS,
});
export const httpSeconds = new Histogram({
  name: "http_seconds",
  help: "Time to answer a REST request",
  labelNames: ["method", "route", "status"],
  buckets: SECONDS,
});
export const connectionsRefused = new Counter({
  name: "http_connections_refused_total",
  help: "Connections to the API that were closed at once, because so many were open",
});
export const certificateExpiry = new Gauge({
  name: "tls_certificate_expiry_timestamp_seconds",
  help: "End of the validity of the certificate between services, in Unix seconds; 0 without one",
});
export const limitsLocal = new Gauge({
  name: "limits_local",
  help: "1 while the gateway cannot reach its database and counts requests alone",
});
export const rpcSeconds = new Histogram({
  name: "rpc_seconds",
  help: "Time to answer a call",
  labelNames: ["service", "method", "code"],
  buckets: SECONDS,
});
export const rpcClientSeconds = new Histogram({
  name: "rpc_client_seconds",
  help: "Time until a call was answered, tries included",
  labelNames: ["service", "method", "code"],
  buckets: SECONDS,
});
export const totalsVerified = new Counter({
  name: "totals_verified_total",
  help: "Organizations whose totals were compared with their impacts, by result",
  labelNames: ["result"],
});
export const natsConnected = new Gauge({ name: "nats_connected", help: "1 while NATS can be reached" });
export const webhookAttempts = new Counter({
  name: "webhook_attempts_total",
  help: "Attempts to deliver an event to a webhook endpoint, by how they ended",
  labelNames: ["result"],
});
export const webhookAttemptsInFlight = new Gauge({
  name: "webhook_attempts_in_flight",
  help: "Attempts under way to webhook endpoints",
});
