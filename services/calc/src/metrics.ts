import { counter } from "@emissions/kit/process/instruments";

export const calculations = counter({
  name: "emissions.calculations",
  unit: "{calculation}",
  description: "Calculations of records that were stored, by result",
  labels: ["result"],
  initial: [{ result: "calculated" }, { result: "failed" }],
});
export const factorLookups = counter({
  name: "emissions.factor_cache.lookups",
  unit: "{lookup}",
  description: "Look-ups of factors in the cache of the process, by result",
  labels: ["result"],
  initial: [{ result: "hit" }, { result: "miss" }],
});
export const totalsVerified = counter({
  name: "emissions.totals.verified",
  unit: "{organization}",
  description: "Organizations whose totals were compared with their impacts, by result",
  labels: ["result"],
  initial: [{ result: "equal" }, { result: "mended" }, { result: "failed" }],
});
