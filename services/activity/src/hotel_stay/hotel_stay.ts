import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { violation } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/hotel_stay_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { unitId } from "@emissions/quantity/catalogue-id";
import { addDays, daysFrom } from "@emissions/quantity/period";
import type { Context } from "../context.ts";
import { anyId, anyStatus, anyText, contains, fromDay, toDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { type ListQuery, matching } from "../list/query.ts";
import { selectUserNames } from "../organization/queries.ts";
import type { ValuesOf } from "../records/columns.ts";
import { factorSelector } from "../records/custom-factors.ts";
import { kindOf, type Passed, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";

type Stay = ValuesOf<proto.HotelStayValues>;

const UNIT = "room_night";

export const hotelStays = kindOf({
  entityType: EntityType.HOTEL_STAYS,
  values: proto.HotelStayValuesSchema,
  defaults: () => ({ rooms: 1, source: "manual" }),
  recalculateOn: () => ["checkInDate", "checkOutDate", "country", "rooms"],
  checkValues: ({ checkInDate, checkOutDate }: Stay, _: unknown, passed: Passed) =>
    passed("checkInDate", "checkOutDate") && checkInDate >= checkOutDate
      ? [violation("check_out_date", "value_error", "must be later than check_in_date")]
      : [],
  customFactor: { category: () => "hotel_stays", unit: () => UNIT },
  input: (row) => {
    const { checkInDate, checkOutDate, country, rooms } = row;
    const own = factorSelector(row, { unitMustMatch: true });
    const lastNight = addDays(checkOutDate, -1);
    const value = `${rooms * daysFrom(checkInDate, checkOutDate)}`;
    return {
      category: "travels",
      referenceDate: lastNight,
      startDate: checkInDate,
      endDate: lastNight,
      quantity: { value: { value }, unitId: unitId(UNIT), unit: UNIT },
      selector: { kind: own ?? { case: "library", value: { category: "hotel_stays", key: UNIT, country } } },
      factorOptional: own === undefined,
    };
  },
  view: (row, _, user) => ({
    status: enumNumber(proto.HotelStayStatusSchema, statusOf(row, "pending")),
    uploadedBy: user,
  }),
  list: {
    filters: {
      status: anyStatus(proto.HotelStayStatusSchema, { waiting: "pending", failed: "error", succeeded: "active" }),
      startDate: fromDay("check_out_date"),
      endDate: toDay("check_in_date"),
      name: contains((tx) => tx`plain_text(name)`),
      ...commonFilters,
      source: anyText("source"),
      uploadedBy: anyId("uploaded_by"),
    } satisfies ListFilters<proto.HotelStayFilter>,
    day: "check_in_date",
    values: { source: {}, uploaded_by: { labels: selectUserNames } },
  },
});

async function selectTotals(tx: Tx, query: ListQuery) {
  const [row] = await tx<[{ stays: number; nights: string; co2e: string }]>`
    select count(*)::int as stays, coalesce(sum(rooms * (check_out_date - check_in_date)::bigint), 0) as nights,
      coalesce(sum(co2e), 0) as co2e
    from hotel_stays ${matching(tx, query)}`;
  return { totals: { totalStays: row.stays, totalNights: BigInt(row.nights), totalCo2e: { value: row.co2e } } };
}

const NAMES = { one: "hotelStay", many: "hotelStays" } as const;

export const hotelStayHandlers = (context: Context): ServiceImpl<typeof proto.HotelStayService> => {
  const stays = recordStore(context, hotelStays);
  return {
    ...usualHandlers(stays, proto.HotelStayService, NAMES),
    listHotelStays: async (request, call) => ({
      ...(await stays.list(call, request, "hotelStays")),
      selectAllMatchingEnabled: true,
    }),
    getHotelStayTotals: (request, call) => stays.totals(call, request, selectTotals),
    deleteHotelStays: (request, call) =>
      stays.removeByIds(call, request, "hotel_stay_ids", ({ successIds, failedIds }) => ({
        deletion: { deleted: successIds, failed: failedIds },
      })),
  };
};
