import {
  type DeleteHotelStaysResponse,
  HotelStayFilterSchema,
  HotelStayService,
} from "@emissions/proto/activity/v1/hotel_stay_service";
import { z } from "zod";
import { hotelStayImpact } from "../compose/hotel-stay-impact.ts";
import { querySchema } from "../rest/message-schema.ts";
import { groupView } from "../rest/query-fields.ts";
import { describedRoute } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = HotelStayService;

const usual = recordRoutes({
  service: HotelStayService,
  fields: ["file_id", "source", "uploaded_by"],
  example: { check_in_date: "2025-03-10", check_out_date: "2025-03-12", country: "ES", rooms: 2 },
  change: { rooms: 3 },
  differs: {
    list: { list: "counted", beside: ["filterHash", "totalCapped", "selectAllMatchingEnabled"] },
    removeByIds: {
      dry: { total: (_: never, { deletion }: DeleteHotelStaysResponse) => deletion?.deleted.length ?? 0 },
    },
  },
});

export const hotelStayRoutes = [
  ...usual,
  hotelStayImpact,
  describedRoute(method.getHotelStayTotals, {
    http: "GET /v1/hotel-stays/totals",
    summary: "Get the totals of hotel stays",
    query: z.object({ ...querySchema(HotelStayFilterSchema), ...groupView }),
  }),
];
