import { type CallOptions, Code, ConnectError, type ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { type Check, checkDay, refuse, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import { principalOf } from "@emissions/kit/wire/principal";
import type {
  GetWorkforceFiguresRequest,
  WorkforceFigureService,
} from "@emissions/proto/activity/v1/workforce_figure_service";
import { Decimal, divide, ONE, plain } from "@emissions/quantity/decimal";
import { daysFrom } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { seesPersonalData } from "../privacy/personal-data.ts";
import { logSalaryRead } from "../privacy/salary-reads.ts";
import { contractDayHandlers } from "./contract-days.ts";
import { averageFigures, dayFigures, type Figure, trainingFigures, turnoverFigures } from "./figures.ts";
import {
  disabilityFigures,
  forViewer,
  GROUP_PEOPLE_MIN,
  hidesDisabilities,
  hidesPayGap,
  hidesRatio,
  isPaid,
  payGap,
  type Rates,
  remunerationRatio,
  smallGroups,
} from "./personal.ts";
import {
  type PayRow,
  type RankedPay,
  type Scope,
  selectDay,
  selectDisabilities,
  selectLeavers,
  selectPaidPeople,
  selectPay,
  selectPeriod,
  selectRankedPay,
  selectTrainingHours,
} from "./queries.ts";

/** Three years with a leap day. */
const PERIOD_DAYS_MAX = 1_096;
/** Currencies of salaries, each of which costs a call. */
const CURRENCIES_MAX = 50;
const EURO = "EUR";

const inQuery = (field: string, type: string, msg: string) => violation(field, type, msg, "query");

function checkDays({ date, startDate, endDate }: GetWorkforceFiguresRequest): Check[] {
  const sent = [
    ["date", date],
    ["start_date", startDate],
    ["end_date", endDate],
  ] as const;
  const bad = sent.flatMap(([field, day]) => (day === "" ? [] : checkDay(field, day, "query")));
  if (bad.length > 0) return bad;
  if (date !== "" && (startDate !== "" || endDate !== "")) {
    return [inQuery("date", "value_error.extra", "not together with start_date and end_date")];
  }
  if (date !== "") return [];
  if (startDate === "" && endDate === "") return [inQuery("date", "value_error.missing", "field required")];
  if (startDate === "") return [inQuery("start_date", "value_error.missing", "field required")];
  if (endDate === "") return [inQuery("end_date", "value_error.missing", "field required")];
  if (startDate > endDate) return [inQuery("end_date", "end_date_before_start_date", "ends before it starts")];
  if (daysFrom(startDate, endDate) + 1 > PERIOD_DAYS_MAX) {
    return [inQuery("end_date", "value_error.number.not_le", `at most ${PERIOD_DAYS_MAX} days`)];
  }
  return [];
}

/** The list of people has no filters here: only the organizations of the request are read. */
const PEOPLE = { table: "own_workforces", filters: {}, order: [{ by: "id" }] } as const;

const isWholeYear = ({ startDate, endDate }: Scope) =>
  startDate.endsWith("-01-01") && endDate === `${startDate.slice(0, 4)}-12-31`;

export const workforceFigureHandlers = ({
  db,
  exchangeRates,
}: Pick<Context, "db" | "exchangeRates">): ServiceImpl<typeof WorkforceFigureService> => ({
  ...contractDayHandlers(db),
  getWorkforceFigures: async (request, call) => {
    refuse(checkDays(request));
    const { date, includeChildren, organizationId } = request;
    const startDate = date || request.startDate;
    const endDate = date || request.endDate;
    const { orgs, view } = parsePartialListQuery(PEOPLE, { includeChildren, organizationId }, principalOf(call));
    const scope = { orgs, startDate, endDate };
    const pay = await db.read(call, (tx) => selectPay(tx, scope), view);
    const { rates, shown } = await ratesOf(exchangeRates, pay, endDate, forward(call));
    const isViewer = !seesPersonalData(call);
    const { figures, seen } = await db.read(
      call,
      async (tx) => {
        const day = await selectDay(tx, scope);
        const disabilities = await selectDisabilities(tx, scope);
        const ranked = await selectRankedPay(tx, scope, eurosOf(rates));
        const shownTo = (own: Figure[], tooFew: boolean) =>
          isViewer ? forViewer(own, tooFew || !isWholeYear(scope)) : own;
        const unpaid = pay.filter((row) => !isPaid(row, rates)).reduce((sum, { people }) => sum + people, 0);
        const all = [
          ...dayFigures(day, endDate),
          ...(date === "" ? await periodFigures(tx, scope) : []),
          ...shownTo(disabilityFigures(disabilities, endDate), hidesDisabilities(disabilities)),
          ...shownTo([payGap(pay, rates, endDate)], hidesPayGap(pay)),
          ...shownTo([remunerationRatio(ranked, unpaid, endDate)], hidesRatio(pay)),
        ];
        return { figures: all, seen: isViewer ? [] : await salariesSeen(tx, scope, pay, ranked) };
      },
      view,
    );
    await logSalaryRead(db, call, seen);
    return { figures: { startDate, endDate, figures, exchangeRates: shown } };
  },
});

/** The people whose salary the numbers show: the highest one, and those of small groups. */
async function salariesSeen(tx: Tx, scope: Scope, pay: readonly PayRow[], { id, organizationId }: RankedPay) {
  const genders = smallGroups(pay);
  const few = genders.length === 0 ? [] : await selectPaidPeople(tx, scope, genders, genders.length * GROUP_PEOPLE_MIN);
  const highest = id === null || organizationId === null ? [] : [{ id, organizationId }];
  return [...few.filter((person) => person.id !== id), ...highest];
}

async function periodFigures(tx: Tx, scope: Scope) {
  const days = daysFrom(scope.startDate, scope.endDate) + 1;
  const period = await selectPeriod(tx, scope);
  return [
    ...averageFigures(period, days),
    ...turnoverFigures(await selectLeavers(tx, scope), period, days),
    ...trainingFigures(await selectTrainingHours(tx, scope), period, days),
  ];
}

/** The value of one unit of each currency in euros. */
const eurosOf = (rates: Rates): Map<string, string> =>
  new Map([...rates].flatMap(([currency, rate]) => (rate === null ? [] : [[currency, plain(divide(ONE, rate))]])));

type Client = Context["exchangeRates"];

/** The published rates of the day. One currency needs none, because both figures are quotients. */
async function ratesOf(client: Client, pay: readonly PayRow[], date: string, options: CallOptions) {
  const currencies = [...new Set(pay.flatMap(({ currency }) => currency ?? []))].sort();
  if (currencies.length < 2) return { rates: new Map(currencies.map((one) => [one, ONE])) as Rates, shown: [] };
  const found = await Promise.all(
    currencies.slice(0, CURRENCIES_MAX).map(async (currency) => ({
      currency,
      ...(currency === EURO ? { rate: { value: "1" } } : await rateOf(client, currency, date, options)),
    })),
  );
  const rates: Rates = new Map(found.map(({ currency, rate }) => [currency, rate ? new Decimal(rate.value) : null]));
  return { rates, shown: found };
}

async function rateOf(client: Client, currency: string, date: string, options: CallOptions) {
  try {
    const { exchangeRate } = await client.getExchangeRate({ currency, date }, options);
    return { rate: exchangeRate?.rate, rateDate: exchangeRate?.rateDate, source: exchangeRate?.source };
  } catch (error) {
    const isUnknown = error instanceof ConnectError && [Code.NotFound, Code.InvalidArgument].includes(error.code);
    if (isUnknown) return {};
    throw error;
  }
}
