import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkDay, checkEnum, missing, placed, refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import { invalid, notFound, outOfRange } from "@emissions/kit/wire/errors";
import {
  FinancialControl,
  FinancialControlSchema,
  type OwnershipSchema,
  type OwnershipService,
  type OwnershipShare,
} from "@emissions/proto/activity/v1/ownership_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { daysFrom, isDay } from "@emissions/quantity/period";
import { checkAmount } from "../checks.ts";
import type { Context } from "../context.ts";
import { selectGroup } from "../organization/queries.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { type Days, type FinancialControlText, holdingsOf, type ShareRow } from "./boundary.ts";
import { countWaiting, deleteShares, insertShares, isChild, selectGroupShares, selectShares } from "./queries.ts";

const SHARES_MAX = 100;
const SHARE_DECIMALS = 4;
/** Days between the first and the last day, as for totals. */
const RANGE_DAYS_MAX = 730;

export const ownershipHandlers = (
  { db }: Pick<Context, "db">,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof OwnershipService> => ({
  getOwnership: ({ id }, call) =>
    db.read(call, async (tx, org) => {
      if (!isId(id) || !(await isChild(tx, org, id))) throw notFound("organization");
      return { ownership: toOwnership(id, await selectShares(tx, org, id)) };
    }),

  putOwnership: (request, call) => {
    refuse(checkShares(request.shares));
    return db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      if (!isId(id) || !(await isChild(tx, org, id))) throw notFound("organization");
      const before = toOwnership(id, await selectShares(tx, org, id));
      await deleteShares(tx, org, id);
      const rows = request.shares.map(rowOf).sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
      if (rows.length > 0) await insertShares(tx, org, id, rows);
      const ownership = toOwnership(id, await selectShares(tx, org, id));
      about(id, fieldChanges(before, ownership));
      return { ownership };
    });
  },

  deleteOwnership: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { id } = request;
      if (!isId(id) || !(await isChild(tx, org, id))) throw notFound("organization");
      await deleteShares(tx, org, id);
      about(id);
      return {};
    }),

  getBoundary: ({ startDate, endDate, approach, includeChildren }, call) => {
    const range = { startDate, endDate };
    checkRange(range);
    return db.read(
      call,
      async (tx, root) => {
        const [nodes, shares, ...waiting] = await Promise.all([
          selectGroup(tx),
          selectGroupShares(tx),
          ...kinds.map((kind) => countWaiting(tx, tableOf(kind), range)),
        ]);
        const holdings = holdingsOf({
          root,
          nodes: nodes.filter(({ id }) => includeChildren || id === root),
          shares,
          approach,
          range,
        });
        return {
          holdings: holdings.map(({ share, parentId, ...holding }) => ({
            ...holding,
            ...(parentId !== null && { parentId }),
            share: { value: plain(share) },
          })),
          waitingRecords: waiting.reduce((sum, count) => sum + count, 0),
        };
      },
      { group: includeChildren },
    );
  },
});

export function checkRange({ startDate, endDate }: Days): void {
  const wrong = Object.entries({ start_date: startDate, end_date: endDate }).filter(([, day]) => !isDay(day));
  if (wrong.length > 0)
    throw invalid(wrong.map(([name]) => ({ loc: [name], msg: "invalid date format", type: "value_error.date" })));
  if (endDate < startDate) throw outOfRange("INVALID_DATE_RANGE", "The start date is after the end date.");
  if (daysFrom(startDate, endDate) > RANGE_DAYS_MAX)
    throw outOfRange("INVALID_DATE_RANGE", `The range is longer than ${RANGE_DAYS_MAX} days.`);
}

function checkShares(shares: readonly OwnershipShare[]): Check[] {
  if (shares.length > SHARES_MAX) return [violation("shares", "value_error.list.max_items", `at most ${SHARES_MAX}`)];
  const days = shares.map(({ startDate }) => startDate);
  return shares.flatMap((share, at) => {
    const isRepeated = days.indexOf(share.startDate) < at;
    const own = isRepeated ? [violation("start_date", "value_error.duplicate", "another entry has this day")] : [];
    return placed([...checkShare(share), ...own], "body", "shares", at);
  });
}

const CONTROLS = enumTexts(FinancialControlSchema);

const checkShare = (share: OwnershipShare): Check[] => [
  ...checkDay("start_date", share.startDate),
  ...(share.equityShare === undefined
    ? [missing("equity_share")]
    : checkAmount("equity_share", share.equityShare.value, { lte: "1", scaleMax: SHARE_DECIMALS })),
  ...checkEnum("financial_control", controlOf(share), CONTROLS),
];

const rowOf = ({
  startDate,
  equityShare,
  operationalControl,
  financialControl,
  financialControlKind,
}: OwnershipShare) => ({
  startDate,
  equityShare: equityShare!.value,
  operationalControl,
  financialControl: controlOf({ financialControl, financialControlKind }),
});

/** A gateway of the last release sends the boolean alone. */
const controlOf = ({
  financialControl,
  financialControlKind: kind,
}: Pick<OwnershipShare, "financialControl" | "financialControlKind">): FinancialControlText =>
  kind === FinancialControl.UNSPECIFIED
    ? financialControl
      ? "full"
      : "none"
    : (enumText(FinancialControlSchema, kind) as FinancialControlText);

const toOwnership = (organizationId: string, rows: readonly ShareRow[]): MessageInitShape<typeof OwnershipSchema> => ({
  organizationId,
  shares: rows.map(({ startDate, equityShare, operationalControl, financialControl }) => ({
    startDate,
    equityShare: { value: plain(new Decimal(equityShare)) },
    operationalControl,
    financialControl: financialControl !== "none",
    financialControlKind: enumNumber(FinancialControlSchema, financialControl),
  })),
});
