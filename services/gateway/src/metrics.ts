import { counter, gauge, histogram, SECONDS } from "@emissions/kit/process/instruments";

export const requestDuration = histogram({
  name: "http.server.request.duration",
  unit: "s",
  description: "Time to answer a REST request",
  labels: ["http.request.method", "http.route", "http.response.status_code"],
  bounds: SECONDS,
});
export const refusals = counter({
  name: "emissions.http.refusals",
  unit: "{request}",
  description: "Requests that were refused, by the code of the refusal",
  labels: ["code", "http.response.status_code"],
});
export const limitRefusals = counter({
  name: "emissions.rate_limit.refusals",
  unit: "{request}",
  description: "Requests that a limit of requests refused, by the limit; `at-once` limits unanswered ones",
  labels: ["limit"],
  initial: [{ limit: "account" }, { limit: "group" }, { limit: "address" }, { limit: "at-once" }],
});
export const connectionsRefused = counter({
  name: "emissions.http.connections.refused",
  unit: "{connection}",
  description: "Connections to the API that were closed at once, because so many were open",
});
export const limitsLocal = gauge({
  name: "emissions.limits.local",
  unit: "",
  description: "1 while the gateway cannot reach its database and counts requests alone",
  initial: [{}],
});
