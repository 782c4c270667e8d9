import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import type { Consumer } from "@emissions/kit/messages/consume";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import type { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import { activity, us } from "../activity.fixture.ts";
import { kinds } from "../kinds.ts";
import type { RecordTable } from "./kind.ts";
import { storeResults } from "./results.ts";
import { sweepStaleItems } from "./stale-items.ts";
import { sweepPending } from "./sweep.ts";

interface Result {
  recordId: string;
  revision?: number;
  /** Null for a record that needs no factor and has none. */
  co2e?: string | null;
  /** Null if no factor states it. */
  biogenicCo2?: string | null;
  /** The code of a failure. */
  failed?: string;
  /** Only purchases have these. */
  more?: { method: FactorMethod; exchangeRate?: { currency: string; rate: { value: string }; rateDate: string } };
}

const numberOf = (co2e: string | null, biogenicCo2: string | null) =>
  co2e === null ? {} : { co2e: { value: co2e }, ...(biogenicCo2 !== null && { biogenicCo2: { value: biogenicCo2 } }) };

/** Stores results of a kind, as calc would send them. */
export const calculating = (kind: RecordTable) => (results: readonly Result[]) =>
  activity.db.asService(us.organizationId, (write) => {
    const { entityType } = kind;
    const messages = results.map(({ recordId, revision = 1, co2e = "1", biogenicCo2 = "0", failed, more }) =>
      create(RecordResultSchema, {
        recordId,
        revision,
        entityType,
        ...(failed === undefined
          ? { status: CalculationOutcome.CALCULATED, ...numberOf(co2e, biogenicCo2) }
          : { status: CalculationOutcome.FAILED, errorCode: failed, errorDetail: "Nothing fits." }),
        ...more,
      }),
    );
    return storeResults(write, kind, messages);
  });

const { signal } = new AbortController();

/** Longer than all tests take. Otherwise the sweeps would also announce the records of earlier tests. */
const OVERDUE_S = 3_600;

/** The sweep of jobs, once. */
export const sweepJobs = (overdueS = OVERDUE_S) =>
  sweepStaleItems({ context: activity.context, kinds, overdueS }, signal);

/** Both sweeps, once. */
export async function sweep(overdueS = OVERDUE_S): Promise<void> {
  await sweepPending({ context: activity.context, kinds, overdueS }, signal);
  await sweepJobs(overdueS);
}

/** Makes records and jobs overdue. */
export const passTime = () =>
  activity.db.asService(us.organizationId, async ({ tx }) => {
    const then = tx`now() - make_interval(secs => ${OVERDUE_S + 1})`;
    await tx`update pending_calculations set since = ${then}`;
    await tx`update ingest_jobs set created_at = ${then}, progressed_at = null`;
  });

/** Handles all events of a consumer that announces its next page by another event of the same type. */
export async function handleAll<D extends DescMessage>(desc: D, [consumer]: readonly Consumer[]): Promise<void> {
  const announced = () => activity.events(us, desc);
  for (let handled = 0, events = await announced(); handled < events.length; events = await announced()) {
    const event = create(desc, events[handled++]! as MessageInitShape<D>);
    await activity.db.asService(us.organizationId, (write) => consumer!.handle(write, [event]));
  }
}
