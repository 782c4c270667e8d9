import { z } from "zod";
import type { Gauges } from "../db/observe-tables.ts";
import type { Tx } from "../db/pool.ts";
import type { Db } from "../db/transactions.ts";
import { Reason } from "../process/readiness.ts";
import { neighbourBehind } from "./metrics.ts";

/** The neighbour publishes events for this service, or handles events of it. */
export const Role = z.enum(["producer", "consumer"]);
export type Role = z.output<typeof Role>;

/** A neighbour that lacks what this service has from it, or the other way round. */
export interface Divergence {
  name: string;
  role: Role;
  behind: "self" | "neighbour";
  behindSince: Date;
  /** Of the last mark that this service has. */
  position: string;
}

export interface NeighbourRow extends Omit<Divergence, "behind" | "behindSince"> {
  behind: Divergence["behind"] | null;
  behindSince: Date | null;
  agreedAt: Date;
}

/** Services with events in common are few. */
const NEIGHBOURS_MAX = 20;

export const selectNeighbours = (tx: Tx) => tx<NeighbourRow[]>`
  select name, role, behind, behind_since, position, agreed_at
  from neighbours order by name, role limit ${NEIGHBOURS_MAX}`;

export const isDiverged = (row: NeighbourRow): row is NeighbourRow & Divergence => row.behind !== null;

export function textOf({ name, role, behind, behindSince, position }: Divergence): string {
  const what = role === "producer" ? `events of ${name}` : `events for ${name}`;
  const who = behind === "neighbour" ? `${name} is behind this service` : `this service is behind ${name}`;
  return `${who} (${what}) since mark ${position} of ${behindSince.toISOString()}`;
}

/** Fails while this service and a neighbour have different pasts. */
export async function checkNeighbours(db: Db): Promise<void> {
  const diverged = (await db.systemWide(selectNeighbours)).filter(isDiverged);
  if (diverged.length > 0) throw new Reason(diverged.map(textOf).join("; "));
}

/**
 * Begins anew with a neighbour, after a person has settled what one of both lacks. Answers the number of rows, one for
 * each direction of events.
 */
export async function acceptNeighbour(tx: Tx, name: string): Promise<number> {
  const { count } = await tx`
    update neighbours
    set accepted = true, mark = null, events_lost = false, behind = null, behind_since = null
    where name = ${name}`;
  return count;
}

export const neighbourGauges: Gauges = {
  group: "neighbours",
  instruments: [neighbourBehind],
  read: async (tx) =>
    (await selectNeighbours(tx)).map(({ name, role, behind }) =>
      neighbourBehind.value(behind === null ? 0 : 1, { neighbour: name, role, behind: behind ?? "" }),
    ),
};
