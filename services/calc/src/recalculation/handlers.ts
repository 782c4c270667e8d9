import type { ServiceImpl } from "@connectrpc/connect";
import { isDryRun } from "@emissions/kit/db/idempotency";
import { checkedPageOf } from "@emissions/kit/db/page";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { conflict, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { GwpSetSchema } from "@emissions/proto/activity/v1/organization_service";
import {
  type CreateRecalculationRequest,
  type RecalculationService,
  RecalculationStateSchema,
} from "@emissions/proto/calc/v1/recalculation_service";
import type { Context } from "../context.ts";
import type { Resolve } from "../factor/resolver.ts";
import { gwpSetOf } from "../total_impact/handlers.ts";
import { calculatePage, PAGE_MAX } from "./calculate-page.ts";
import { selectLargest, selectTotals } from "./change-queries.ts";
import { checkCriteria, criteriaOf } from "./criteria.ts";
import { detailsOf, sumOf, toChange, toRun } from "./messages.ts";
import {
  insertRun,
  lockRun,
  type NewRun,
  type Run,
  selectChangedDays,
  selectRun,
  selectRuns,
  updateState,
} from "./run-queries.ts";
import { workBegun } from "./wake.ts";

/** Records of a preview, and records that it searches. A call has 10 s. */
const PREVIEW_RECORDS_MAX = 5_000;
const PREVIEW_SEARCHED_MAX = 50_000;

type Dependencies = Pick<Context, "db" | "factors">;

export const recalculationHandlers = ({ db, factors }: Dependencies): ServiceImpl<typeof RecalculationService> => ({
  createRecalculation: async (request, call) => {
    const gwpSet = gwpSetOf(request.gwpSet);
    refuse([
      ...checkCriteria(request),
      ...(gwpSet === null ? [violation("gwp_set", "value_error.missing", "field required")] : []),
    ]);
    return db.write(call, request, async (write) => {
      const run = { ...newRun(request), createdBy: write.principal.userId };
      if (isDryRun(call)) return { recalculation: await preview(write, run, factors.resolve) };
      const inserted = await insertRun(write.tx, write.org, { ...run, state: "calculating" });
      if (inserted === null)
        throw conflict("RECALCULATION_ACTIVE", "Another recalculation is calculating, ready or being accepted.");
      write.about(inserted.id);
      write.afterCommit(workBegun.notify);
      return { recalculation: await detailsOf(write.tx, write.org, inserted) };
    });
  },

  getRecalculation: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      const run = found(isId(id) && (await selectRun(tx, org, id)));
      const [recalculation, changedDays] = await Promise.all([detailsOf(tx, org, run), selectChangedDays(tx, org, id)]);
      return { recalculation, changedDays };
    }),

  listRecalculations: (request, call) => {
    const states = request.state.map((state) => enumText(RecalculationStateSchema, state));
    const page = checkedPageOf(request);
    return db.read(call, async (tx, org) => {
      const { rows, total } = await selectRuns(tx, org, states, page);
      const totals = await totalsOf(tx, org, rows);
      return { recalculations: rows.map((run) => toRun(run, sumOf(totals.get(run.id) ?? []))), total };
    });
  },

  listRecalculationChanges: (request, call) => {
    const { id } = request;
    const page = checkedPageOf(request);
    return db.read(call, async (tx, org) => {
      const { changedRecords, changesKept } = found(isId(id) && (await selectRun(tx, org, id)));
      return {
        changes: (await selectLargest(tx, org, id, page)).map(toChange),
        total: changesKept ? changedRecords : 0,
      };
    });
  },

  discardRecalculation: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      const { state } = found(isId(id) && (await lockRun(tx, org, id, "wait")));
      if (state !== "calculating" && state !== "ready")
        throw conflict("RECALCULATION_NOT_READY", `The recalculation is ${state}.`);
      await updateState(tx, org, id, "discarded");
      about(id, { state: { old: state, new: "discarded" } });
      return { recalculation: await detailsOf(tx, org, (await selectRun(tx, org, id))!) };
    }),
});

const newRun = (request: CreateRecalculationRequest): Omit<NewRun, "createdBy" | "state"> => ({
  ...criteriaOf(request),
  id: newId(),
  gwpSet: enumText(GwpSetSchema, request.gwpSet),
});

/** Calculates all records of a run in the transaction of the dry run, which is rolled back. */
async function preview({ tx, org }: Write, run: Omit<NewRun, "state">, resolve: Resolve) {
  const { id } = run;
  await insertRun(tx, org, { ...run, state: "preview" });
  let searched = 0;
  for (let isLast = false; !isLast; searched += PAGE_MAX) {
    const progress = (await selectRun(tx, org, id))!;
    if (searched >= PREVIEW_SEARCHED_MAX || progress.records > PREVIEW_RECORDS_MAX) throw tooLarge();
    ({ isLast } = await calculatePage({ tx, org }, progress, resolve));
  }
  const finished = (await selectRun(tx, org, id))!;
  if (finished.records > PREVIEW_RECORDS_MAX) throw tooLarge();
  return detailsOf(tx, org, finished);
}

const tooLarge = () =>
  unprocessable(
    "RECALCULATION_TOO_LARGE",
    `A dry run calculates at most ${PREVIEW_RECORDS_MAX} records and searches ${PREVIEW_SEARCHED_MAX}. Start a run: it changes nothing before it is accepted.`,
  );

/** Emissions before and after the runs of a page. */
async function totalsOf(tx: Tx, org: string, runs: readonly Run[]) {
  const ids = runs.map(({ id }) => id);
  return Map.groupBy(await selectTotals(tx, org, ids), ({ recalculationId }) => recalculationId);
}

function found(run: Run | null | false): Run {
  if (!run) throw notFound("recalculation");
  return run;
}
