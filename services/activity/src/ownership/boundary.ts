import { outOfRange } from "@emissions/kit/wire/errors";
import { BoundaryApproach } from "@emissions/proto/activity/v1/ownership_service";
import { Decimal, ONE, ZERO } from "@emissions/quantity/decimal";
import { addDays } from "@emissions/quantity/period";
import type { NodeRow } from "../organization/queries.ts";

/** Decimals of a product of shares. Ten levels of four decimals each. */
const SHARE_DECIMALS_MAX = 40;

export type FinancialControlText = "none" | "joint" | "full";

export interface Days {
  startDate: string;
  endDate: string;
}

export interface ShareRow {
  /** The holder. */
  organizationId: string;
  childId: string;
  startDate: string;
  equityShare: string;
  operationalControl: boolean;
  financialControl: FinancialControlText;
}

export interface Holding extends Days {
  organizationId: string;
  name: string;
  parentId: string | null;
  share: Decimal;
  stated: boolean;
}

interface Group {
  /** The calling organization. */
  root: string;
  /** Parents before children. */
  nodes: readonly NodeRow[];
  /** Sorted by date for each child. */
  shares: readonly ShareRow[];
  approach: BoundaryApproach;
  range: Days;
}

/** The periods with one share in each organization from the root down, without those outside the boundary. */
export function holdingsOf({ root, nodes, shares, approach, range }: Group): Holding[] {
  const byChild = Map.groupBy(shares, ({ organizationId, childId }) => `${organizationId}/${childId}`);
  const known = new Map<string, Holding[]>();
  for (const { id, parentId, name } of nodes) {
    if (id === root) {
      known.set(id, [{ organizationId: id, name, parentId: null, ...range, share: ONE, stated: true }]);
      continue;
    }
    const above = parentId === null ? undefined : known.get(parentId);
    if (above === undefined) continue;
    const entries = byChild.get(`${parentId}/${id}`) ?? [];
    const periods = entries.length === 0 ? [{ ...range, share: ONE }] : periodsOf(entries, approach, range);
    const own = { organizationId: id, name, parentId, stated: entries.length > 0 };
    known.set(
      id,
      above.flatMap((held) =>
        periods.flatMap((period) => common(held, period)).map((period) => ({ ...own, ...period })),
      ),
    );
  }
  return [...known.values()].flat();
}

interface Period extends Days {
  share: Decimal;
}

/** From the first entry on; days before it have no share. */
function periodsOf(entries: readonly ShareRow[], approach: BoundaryApproach, { endDate }: Days): Period[] {
  return entries.map((entry, index) => {
    const next = entries[index + 1];
    return {
      startDate: entry.startDate,
      endDate: next === undefined ? endDate : addDays(next.startDate, -1),
      share: shareOf(entry, approach),
    };
  });
}

/** Partners who control a joint venture together each report their economic interest: Corporate Standard, chapter 3. */
function shareOf({ equityShare, operationalControl, financialControl }: ShareRow, approach: BoundaryApproach): Decimal {
  if (approach === BoundaryApproach.OPERATIONAL || approach === BoundaryApproach.UNSPECIFIED)
    return operationalControl ? ONE : ZERO;
  if (approach === BoundaryApproach.FINANCIAL && financialControl !== "joint")
    return financialControl === "full" ? ONE : ZERO;
  return new Decimal(equityShare);
}

/** The days that both periods have, with the product of their shares. Empty without days or without a share. */
function common(a: Period, b: Period): Period[] {
  const startDate = [a.startDate, b.startDate].sort()[1]!;
  const endDate = [a.endDate, b.endDate].sort()[0]!;
  const share = a.share.times(b.share);
  if (startDate > endDate || share.isZero()) return [];
  if (share.decimalPlaces() > SHARE_DECIMALS_MAX)
    throw outOfRange("OWNERSHIP_TOO_DEEP", `A product of shares has more than ${SHARE_DECIMALS_MAX} decimals.`);
  return [{ startDate, endDate, share }];
}
