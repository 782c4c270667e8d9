import { counter, gauge, observed } from "@emissions/kit/process/instruments";

export const attempts = counter({
  name: "emissions.webhook.attempts",
  unit: "{attempt}",
  description: "Attempts to deliver an event to a webhook endpoint, by how they ended",
  labels: ["result"],
  initial: [{ result: "ok" }],
});
export const attemptsInFlight = gauge({
  name: "emissions.webhook.attempts.in_flight",
  unit: "{attempt}",
  description: "Attempts under way to webhook endpoints",
  initial: [{}],
});
export const deliveriesDue = observed({
  name: "emissions.webhook.deliveries.due",
  unit: "{delivery}",
  description: "Deliveries whose next attempt is due and not under way, counted up to 10,000",
});
export const oldestDueAge = observed({
  name: "emissions.webhook.deliveries.oldest.age",
  unit: "s",
  description: "Time for which the longest waiting attempt is due; 0 if none is",
});
