import { type Receiver, startReceiver } from "@emissions/testkit/receiver";
import { expect } from "vitest";
import type { Backend, Caller } from "../support/backend.ts";

/** A webhook receiver for finished jobs. */
export interface JobWebhook {
  receiver: Receiver;
  /** Makes notify trust the receiver, and retry 19 times in short intervals. */
  env: NodeJS.ProcessEnv;
  /** Registers an endpoint in the organization of `as`, an admin. */
  subscribe(backend: Backend, as: Caller): Promise<{ id: string; secret: string }>;
  /** The ids of the received events by job; null until every job has one. */
  eventsOf(jobs: readonly string[]): Map<string, Set<string>> | null;
}

export async function startJobWebhook(): Promise<JobWebhook> {
  const receiver = await startReceiver({ reply: { status: 204 } });
  const schedule = ["0s", ...Array(19).fill("300ms")].join();
  return {
    receiver,
    env: { WEBHOOK_CA_FILE: receiver.caFile, WEBHOOK_TIMEOUT_MS: "1000", WEBHOOK_SCHEDULE: schedule },
    subscribe: async (backend, as) => {
      const body = { url: receiver.url, event_types: ["ingest_job.finished"] };
      const { status, json } = await backend.call("POST", "/v2/webhook-endpoints", { as, body });
      expect(status).toBe(201);
      return json;
    },
    eventsOf: (jobs) => {
      const events = new Map<string, Set<string>>(jobs.map((id) => [id, new Set()]));
      for (const { body, headers } of receiver.requests) {
        events.get(JSON.parse(body.toString()).data.job.id)?.add(String(headers["webhook-id"]));
      }
      return [...events.values()].every((ids) => ids.size > 0) ? events : null;
    },
  };
}
