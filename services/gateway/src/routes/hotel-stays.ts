import {
  type DeleteHotelStaysResponse,
  HotelStayFilterSchema,
  HotelStayService,
  HotelStayValuesSchema,
} from "@emissions/proto/activity/v1/hotel_stay_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { groupView } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import { recordRoutes } from "./records.ts";

const { method } = HotelStayService;

const routes = recordRoutes({
  one: "a hotel stay",
  many: "hotel stays",
  entityType: EntityType.HOTEL_STAYS,
  methods: {
    create: method.createHotelStay,
    createBatch: method.createHotelStays,
    list: method.listHotelStays,
    get: method.getHotelStay,
    update: method.updateHotelStay,
    remove: method.deleteHotelStay,
    removeByIds: method.deleteHotelStays,
    removeByFilters: method.deleteHotelStaysByFilters,
    values: method.listHotelStayValues,
  },
  values: HotelStayValuesSchema,
  filter: HotelStayFilterSchema,
  path: "/v1/hotel-stays",
  param: "hotel_stay_id",
  ids: "hotel_stay_ids",
  sorts: ["check_in_date", "created_at"],
  fields: ["file_id", "source", "uploaded_by"],
  example: { check_in_date: "2025-03-10", check_out_date: "2025-03-12", country: "ES", rooms: 2 },
  change: { rooms: 3 },
});

export const hotelStayRoutes = [
  routes.create(),
  routes.createBatch(),
  routes.list({ list: "counted", beside: ["filterHash", "totalCapped", "selectAllMatchingEnabled"] }),
  routes.values(),
  route(method.getHotelStayTotals, {
    http: "GET /v1/hotel-stays/totals",
    summary: "Get the totals of hotel stays",
    query: routes.filter.extend(groupView) as never,
    returns: "totals",
  }),
  routes.removeByIds({
    counts: (_: never, { deletion }: DeleteHotelStaysResponse) => deletion?.deleted.length ?? 0,
  }),
  routes.removeByFilters(),
  routes.get(),
  routes.explain(),
  routes.update(),
  routes.remove(),
];
