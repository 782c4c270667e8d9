import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { invalid, outOfRange } from "@emissions/kit/wire/errors";
import { GroupBy, type SummaryItem, type TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { Decimal, plain, ZERO } from "@emissions/quantity/decimal";
import { daysFrom, isDay } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { selectByCategory, selectByMonth, selectByScope } from "./queries.ts";
import type { Range } from "./range.ts";

/** Days between the first and the last day: two years, without a leap day. */
const RANGE_DAYS_MAX = 730;
const UNIT = "tCO2e";
const TONNES_PER_KG = new Decimal("0.001");

type Item = Partial<Pick<SummaryItem, "scope" | "category" | "year" | "month">> & { kg: string };

/** A newer client may send a grouping that is not defined here. */
const groupings: Readonly<Partial<Record<GroupBy, (tx: Tx, range: Range) => Promise<Item[]>>>> = {
  [GroupBy.UNSPECIFIED]: selectByScope,
  [GroupBy.SCOPE]: selectByScope,
  [GroupBy.CATEGORY]: selectByCategory,
  [GroupBy.MONTH]: selectByMonth,
};

export const totalImpactHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof TotalImpactService> => ({
  getTotalImpacts: ({ startDate, endDate, groupBy, includeChildren }, call) => {
    checkRange({ startDate, endDate });
    const select = groupings[groupBy];
    if (select === undefined) throw invalid([{ loc: ["group_by"], msg: "unknown grouping", type: "type_error.enum" }]);
    return db.read(
      call,
      async (tx, organizationId) => {
        const groups = await select(tx, { startDate, endDate });
        const total = groups.reduce((kg, group) => kg.plus(group.kg), ZERO);
        return {
          summary: {
            organizationId,
            startDate,
            endDate,
            unit: UNIT,
            totalCo2e: tonnes(total),
            items: groups.map(({ kg, ...group }) => ({ ...group, co2e: tonnes(new Decimal(kg)) })),
          },
        };
      },
      { group: includeChildren },
    );
  },
});

function checkRange({ startDate, endDate }: Range): void {
  const wrong = Object.entries({ start_date: startDate, end_date: endDate }).filter(([, day]) => !isDay(day));
  if (wrong.length > 0) {
    throw invalid(wrong.map(([name]) => ({ loc: [name], msg: "invalid date format", type: "value_error.date" })));
  }
  if (endDate < startDate) throw outOfRange("INVALID_DATE_RANGE", "The start date is after the end date.");
  if (daysFrom(startDate, endDate) > RANGE_DAYS_MAX) {
    throw outOfRange("INVALID_DATE_RANGE", `The range is longer than ${RANGE_DAYS_MAX} days.`);
  }
}

const tonnes = (kg: Decimal) => ({ value: plain(kg.times(TONNES_PER_KG)) });
