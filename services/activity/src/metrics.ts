import { histogram, observed } from "@emissions/kit/process/instruments";

export const recordsWaiting = observed({
  name: "emissions.records.waiting",
  unit: "{record}",
  description: "Records that wait for their result, counted up to 10,000",
});
export const oldestRecordAge = observed({
  name: "emissions.records.oldest.age",
  unit: "s",
  description: "Time for which the longest waiting record has waited for its result, at least; 0 if none waits",
});
export const jobsOpen = observed({
  name: "emissions.jobs.open",
  unit: "{job}",
  description: "Jobs that have not ended, counted up to 10,000",
});
export const jobDuration = histogram({
  name: "emissions.job.duration",
  unit: "s",
  description: "Time from the request to the end of a job",
  labels: ["operation", "status"],
  bounds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
});
