import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkDay, checkId, missing, placed, refuse, violation } from "@emissions/kit/wire/checks";
import { notFound, unprocessable } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CreateSoldProductPeriodRequest,
  type ListExistingCountrySalesRequest,
  type SoldProductPeriodService,
  UpdateSoldProductPeriodRequestSchema,
} from "@emissions/proto/activity/v1/sold_product_period_service";
import { checkActivityDay, checkCountryCode, checkPeriodOrder } from "../checks.ts";
import type { Context } from "../context.ts";
import { removeRecords } from "../records/delete.ts";
import { partsOf } from "../records/parts.ts";
import { prepare } from "../records/prepare.ts";
import type { Results } from "../records/record-write.ts";
import { inputsBefore, storeRecords } from "../records/store-records.ts";
import { selectCountrySales, selectExisting } from "./country-queries.ts";
import { movedInputs, moveSales } from "./move-sales.ts";
import { toCountrySales, toPeriod } from "./period-message.ts";
import {
  type Days,
  deletePeriod,
  hasPeriodIn,
  insertPeriods,
  lockPeriod,
  type PeriodRow,
  selectPeriod,
  selectPeriods,
  selectSaleIds,
  updatePeriod,
} from "./period-queries.ts";
import { DELETED_SALES_MAX } from "./product-handlers.ts";
import { lockProduct, selectProduct } from "./product-queries.ts";
import { type Sale, soldProductSales } from "./sold_product_sale.ts";

/** Countries of one new period; ISO 3166-1 has 249. */
const COUNTRIES_MAX = 300;
/** Pairs of period and country in one answer: with the longest names they fit into a message. */
const EXISTING_MAX = 5_000;
/** Products, or countries, in one filter. */
const FILTER_MAX = 300;

export const soldProductPeriodHandlers = (context: Context): ServiceImpl<typeof SoldProductPeriodService> => ({
  ...changes(context),
  ...reads(context),
});

function changes(context: Context) {
  const { db } = context;
  const parts = partsOf(context, soldProductSales);
  return {
    createSoldProductPeriod: async (request, call) => {
      const { productId, startDate, endDate, countrySales } = request;
      refuse([...checkDays({ startDate, endDate }), ...checkCountries(request)]);
      const days = { productId: productId.toLowerCase(), startDate, endDate };
      const named = countrySales.map(
        (sale) => ({ ...parts.read({ ...sale, origin: {} }), ...days }) as Sale & { periodId?: string },
      );
      const prepared = await prepare(parts, call, named);
      const store = async (write: Write, results: Results) => {
        const { tx, org, about } = write;
        if (!isId(productId) || !(await lockProduct(tx, org, productId))) throw notFound("sold product");
        const [periodId] = await insertPeriods(tx, org, [days]);
        about(periodId!);
        if (named.length > 0) {
          const values = named.map((sale) => ({ ...sale, periodId: periodId! }));
          await storeRecords(parts, write, { ...prepared, values }, results, { place });
          await write.flush();
        }
        return { period: toPeriod(await getPeriod(tx, org, periodId!)) };
      };
      return parts.writeRecords(call, request, { prepare: inputsBefore(parts, call, prepared, { place }), store });
    },

    updateSoldProductPeriod: async (request, call) => {
      const { periodId: id, updateMask, startDate, endDate } = request;
      const changed = masked(UpdateSoldProductPeriodRequestSchema, updateMask, { startDate, endDate });
      /** The new days; null if they are the old ones. */
      const daysAfter = (before: Days) => {
        const days = { startDate: before.startDate, endDate: before.endDate, ...changed };
        refuse(checkDays(days));
        return before.startDate !== days.startDate || before.endDate !== days.endDate ? days : null;
      };
      return parts.writeRecords(call, request, {
        prepare: async (tx, org) => {
          const days = daysAfter(await getPeriod(tx, org, id));
          return days === null ? [] : movedInputs(context, { tx, org }, { periodId: id, days });
        },
        store: async (write, results) => {
          const { tx, org, about } = write;
          const before = await lock(write, id);
          const days = daysAfter(before);
          about(id, fieldChanges(before, { ...before, ...days }));
          if (days !== null) {
            await updatePeriod(tx, org, id, days);
            await moveSales(context, write, { periodId: id, days }, results);
            await write.flush();
          }
          return { period: toPeriod(await getPeriod(tx, org, id)) };
        },
      });
    },

    deleteSoldProductPeriod: (request, call) =>
      db.write(call, request, async (write) => {
        const { tx, org, send, about } = write;
        const { id } = await lock(write, request.periodId);
        const ids = await selectSaleIds(tx, org, { periodId: id, limit: DELETED_SALES_MAX + 1 });
        if (ids.length > DELETED_SALES_MAX)
          throw unprocessable("TOO_MANY_ROWS", "The period has more sales than can be deleted at once.");
        about(id);
        const deleted = await removeRecords(write, soldProductSales, ids);
        send(deletePeriod(tx, org, id));
        return { deletedSales: deleted.length };
      }),
  } satisfies Partial<ServiceImpl<typeof SoldProductPeriodService>>;
}

function reads({ db, units }: Context) {
  return {
    getSoldProductPeriod: ({ periodId }, call) =>
      db.read(call, async (tx, org) => ({ period: toPeriod(await getPeriod(tx, org, periodId)) })),

    listSoldProductPeriods: ({ productId: id }, call) =>
      db.read(call, async (tx, org) => {
        if (!isId(id) || (await selectProduct(tx, org, id)) === null) throw notFound("sold product");
        return { periods: (await selectPeriods(tx, org, id)).map(toPeriod) };
      }),

    checkSoldProductPeriodOverlap: ({ startDate, endDate }, call) => {
      refuse(inQuery([...checkQueryDay("start_date", startDate), ...checkQueryDay("end_date", endDate)]));
      refuse(inQuery(checkPeriodOrder({ startDate, endDate })));
      return db.read(call, async (tx, org) => ({
        overlap: { hasOverlap: await hasPeriodIn(tx, org, { startDate, endDate }) },
      }));
    },

    listCountrySales: async ({ periodId }, call) => {
      const known = await units.all();
      return db.read(call, async (tx, org) => {
        await getPeriod(tx, org, periodId);
        return { countrySales: (await selectCountrySales(tx, org, periodId)).map((row) => toCountrySales(row, known)) };
      });
    },

    getSoldProductPeriodEmissions: async ({ periodId }, call) => {
      const known = await units.all();
      return db.read(call, async (tx, org) => {
        const { co2e, status } = toPeriod(await getPeriod(tx, org, periodId));
        const byCountry = (await selectCountrySales(tx, org, periodId)).map((row) => toCountrySales(row, known));
        return { emissions: { periodId, co2e, status, byCountry } };
      });
    },

    listExistingCountrySales: (request, call) => {
      refuse(inQuery(checkFilter(request)));
      return db.read(call, async (tx, org) => {
        const countrySales = await selectExisting(tx, org, request, EXISTING_MAX + 1);
        if (countrySales.length > EXISTING_MAX)
          throw unprocessable("TOO_MANY_ROWS", `More than ${EXISTING_MAX} countries. Filter by product or days.`);
        return { countrySales };
      });
    },
  } satisfies Partial<ServiceImpl<typeof SoldProductPeriodService>>;
}

async function getPeriod(tx: Tx, org: string, id: string): Promise<PeriodRow> {
  const row = isId(id) ? await selectPeriod(tx, org, id) : null;
  if (row === null) throw notFound("sold product period");
  return row;
}

/** Locks the product before the period, and the period before its sales, as all writers do. */
async function lock({ tx, org }: Write, id: string): Promise<Days & { id: string }> {
  const { productId } = await getPeriod(tx, org, id);
  await lockProduct(tx, org, productId);
  const period = await lockPeriod(tx, org, id);
  if (period === null) throw notFound("sold product period");
  return period;
}

const checkDays = ({ startDate, endDate }: { startDate: string; endDate: string }): Check[] => [
  ...checkActivityDay("start_date", startDate),
  ...checkActivityDay("end_date", endDate),
  ...checkPeriodOrder({ startDate, endDate }),
];

function checkCountries({ countrySales }: CreateSoldProductPeriodRequest): Check[] {
  if (countrySales.length > COUNTRIES_MAX) {
    const msg = `ensure this value has at most ${COUNTRIES_MAX} items`;
    return [violation("country_sales", "value_error.list.max_items", msg)];
  }
  const seen = new Set<string>();
  return countrySales.flatMap(({ country }, index) => {
    const isRepeated = country !== "" && seen.has(country);
    seen.add(country);
    const check = violation("country", "value_error.country.repeated", "the request names the country before");
    return isRepeated ? [place(check, index)] : [];
  });
}

/** Days of the period are named by themselves; other fields are those of a sale. */
const place = ({ loc, ...rest }: Check, index: number): Check => ({
  ...rest,
  loc: /_date$|product_id/.test(loc[1] ?? "") ? loc : ["body", "country_sales", String(index), ...loc.slice(1)],
});

const checkQueryDay = (field: string, value: string): Check[] =>
  value === "" ? [missing(field)] : checkDay(field, value);

const inQuery = (checks: readonly Check[]): Check[] => placed(checks, "query");

function checkFilter({ productId, country, startDate, endDate }: ListExistingCountrySalesRequest): Check[] {
  const tooMany = (field: string) => violation(field, "value_error.list.max_items", `at most ${FILTER_MAX} values`);
  return [
    ...(productId.length > FILTER_MAX ? [tooMany("product_id")] : productId.flatMap((id) => checkId("product_id", id))),
    ...(country.length > FILTER_MAX
      ? [tooMany("country")]
      : country.flatMap((code) => checkCountryCode("country", code))),
    ...(startDate === "" ? [] : checkDay("start_date", startDate)),
    ...(endDate === "" ? [] : checkDay("end_date", endDate)),
  ];
}
