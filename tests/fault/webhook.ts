import { type Receiver, startReceiver } from "@emissions/testkit/receiver";
import { expect } from "vitest";
import type { Caller, World } from "../support/world.ts";

/** An endpoint that is told of every job that finishes, and what it was told. */
export interface Hook {
  receiver: Receiver;
  /** With it notify trusts the receiver, and tries again soon and often. */
  env: NodeJS.ProcessEnv;
  /** `as` is an admin, whose organization's jobs are told of from now on. */
  subscribe(world: World, as: Caller): Promise<{ id: string; secret: string }>;
  /** The ids of the events that told of each job, once all of them were told. */
  allTold(jobs: readonly string[]): Map<string, Set<string>> | null;
}

export async function startHook(): Promise<Hook> {
  const receiver = await startReceiver({ reply: { status: 204 } });
  const schedule = ["0s", ...Array(19).fill("300ms")].join();
  return {
    receiver,
    env: { WEBHOOK_CA_FILE: receiver.caFile, WEBHOOK_TIMEOUT_MS: "1000", WEBHOOK_SCHEDULE: schedule },
    subscribe: async (world, as) => {
      const body = { url: receiver.url, event_types: ["ingest_job.finished"] };
      const { status, json } = await world.call("POST", "/v2/webhook-endpoints", { as, body });
      expect(status).toBe(201);
      return json;
    },
    allTold: (jobs) => {
      const told = new Map<string, Set<string>>(jobs.map((id) => [id, new Set()]));
      for (const { body, headers } of receiver.requests) {
        told.get(JSON.parse(body.toString()).data.job.id)?.add(String(headers["webhook-id"]));
      }
      return [...told.values()].every((events) => events.size > 0) ? told : null;
    },
  };
}
