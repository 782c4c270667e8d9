import { counter, gauge, histogram, observed, SECONDS } from "../process/instruments.ts";

export const sentMessages = counter({
  name: "messaging.client.sent.messages",
  unit: "{message}",
  description: "Messages given to NATS; a refused one has an `error_type`",
  labels: ["messaging.system", "messaging.operation.name", "messaging.destination.name", "error.type"],
});
export const consumedMessages = counter({
  name: "messaging.client.consumed.messages",
  unit: "{message}",
  description: "Messages that NATS has delivered",
  labels: ["messaging.system", "messaging.operation.name", "messaging.consumer.group.name"],
});
export const processDuration = histogram({
  name: "messaging.process.duration",
  unit: "s",
  description: "Time to handle the messages of one organization in one batch",
  labels: ["messaging.system", "messaging.operation.name", "messaging.consumer.group.name"],
  bounds: SECONDS,
});
export const eventsPublished = counter({
  name: "emissions.events.published",
  unit: "{event}",
  description: "Events of the outbox that NATS has accepted",
});
export const streamRefusalAge = gauge({
  name: "emissions.stream.refusal.age",
  unit: "s",
  description: "Time since when a stream has stored nothing of what this process gave it; 0 while it stores",
  labels: ["stream"],
});
export const eventsHandled = counter({
  name: "emissions.events.handled",
  unit: "{event}",
  description: "Events that a consumer handled, by how it ended: ok, retried, deferred, given_up, unreadable",
  labels: ["consumer", "result"],
});
export const consumerPending = gauge({
  name: "emissions.consumer.pending",
  unit: "{message}",
  description: "Messages in the stream that a consumer has not been given yet, or has not acknowledged",
  labels: ["consumer", "lane"],
});
export const deferredQueues = gauge({
  name: "emissions.deferred.queues",
  unit: "{queue}",
  description: "Consumers times organizations whose events wait for the end of a fault",
});
export const natsConnected = gauge({
  name: "emissions.nats.connected",
  unit: "",
  description: "1 while NATS can be reached",
});
export const neighbourBehind = observed({
  name: "emissions.neighbour.behind",
  unit: "",
  description: "1 while a service and a neighbour have different pasts: the schema of one was set back alone",
  labels: ["neighbour", "role", "behind"],
});
