import { newId } from "@emissions/kit/process/id";
import { until } from "@emissions/testkit/poll";
import { asAdmin } from "@emissions/testkit/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, type Caller, type OwnBackend, startBackend } from "../support/backend.ts";
import { FULL_RUN, RECORDS } from "./batches.ts";
import { blockStatement } from "./blocked-statement.ts";
import { processKilled } from "./faults.ts";

let backend: OwnBackend;
let as: Caller;
beforeAll(async () => {
  backend = await startBackend();
  as = backend.caller("outsider");
});
afterAll(() => backend.stop());

const LEGS = FULL_RUN ? RECORDS : 600;

const bodyOf = (shipment: string) =>
  JSON.stringify({
    records: Array.from({ length: LEGS }, (_, at) => ({
      ...{ toc: "artic_truck_diesel", load: at + 1, distance_km: 203, shipment_date: "2025-03-10" },
      movement_id: `${shipment}-${at}`,
    })),
  });

it.each([
  { killed: "activity", answered: false },
  { killed: "calc", answered: true },
] as const)(
  "every leg of a bulk that was answered is stored with its number, none twice, when $killed is killed during its storage",
  async ({ killed, answered }) => {
    const [body, key] = [bodyOf(killed), newId()];
    const send = () =>
      backend.call("POST", "/v1/logistics/requests/bulk", { as, body, headers: { "idempotency-key": key } });
    const before = await counts();
    const fault = processKilled(backend, killed);
    let sent: Promise<Answer | null> = Promise.resolve(null);
    await blockStatement(backend.adminUrl, {
      lock: (sql) => sql`lock table activity.logistics_requests in exclusive mode`,
      waiter: "activity",
      begin: () => {
        sent = send().catch(() => null);
      },
      whileBlocked: () => fault.inject(),
    });
    const first = await sent;
    expect(first?.status).toBe(answered ? 200 : 503);
    expect((await counts()).requests - before.requests).toBe(answered ? LEGS : 0);
    await fault.recover();

    // The gateway connects to a restarted process again after a pause.
    const again = await until("an answer", async () => {
      const answer = await send();
      return answer.status !== 503 && answer;
    });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, answered ? "true" : null]);
    if (answered) expect(again.text).toBe(first!.text);
    expect(again.json).toMatchObject({ success: LEGS, failed: 0 });
    await until("all calculations", async () => (await counts()).waiting === 0);
    const after = await counts();
    expect(after.requests - before.requests).toBe(LEGS);
    expect(after.calculations - before.calculations).toBe(LEGS);
    expect(await numbersOf(killed)).toEqual(
      Object.fromEntries(again.json.results.map((leg: { id: string; co2e: number }) => [leg.id, leg.co2e])),
    );
  },
);

const counts = () =>
  asAdmin(backend.adminUrl, async (sql) => {
    const [row] = await sql<[Record<"requests" | "calculations" | "waiting", number>]>`
      select
        (select count(*)::int from activity.logistics_requests) as requests,
        (select count(*)::int from calc.calculations where entity_type = 'logistics_requests') as calculations,
        (select count(*)::int from activity.pending_calculations) as waiting`;
    return row;
  });

/** The numbers that calc stored for the legs of a shipment, by leg. They are those of activity. */
const numbersOf = (shipment: string) =>
  asAdmin(backend.adminUrl, async (sql) => {
    const rows = await sql<{ id: string; stored: string; calculated: string }[]>`
      select r.id, trim_scale(r.co2e) as stored, trim_scale(c.co2e_kg) as calculated
      from activity.logistics_requests r join calc.calculations c on c.record_id = r.id
      where r.movement_id like ${`${shipment}-%`}`;
    expect(rows.filter(({ stored, calculated }) => stored !== calculated)).toEqual([]);
    return Object.fromEntries(rows.map(({ id, stored }) => [id, Number(stored)]));
  });
