import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

export const hotelStays = describeTemplate({
  id: "hotel_stays",
  labels: { en: "Hotel stays", es: "Estancias de hotel", ca: "Estades d'hotel" },
  entityType: EntityType.HOTEL_STAYS,
  method: HotelStayService.method.createHotelStays,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: {
    name: named("Name", "Nombre", "Nom", ["trip", "booking", "viaje", "reserva", "event"]),
    check_in_date: named("Check-in", "Entrada", "Entrada", [
      "check in date",
      "arrival",
      "from",
      "fecha de entrada",
      "llegada",
      "start date",
    ]),
    check_out_date: named("Check-out", "Salida", "Sortida", [
      "check out date",
      "departure",
      "to",
      "fecha de salida",
      "end date",
    ]),
    city: named("City", "Ciudad", "Ciutat", ["town", "población"]),
    hotel_name: named("Hotel", "Hotel", "Hotel", ["hotel name", "accommodation", "alojamiento", "establecimiento"]),
    rooms: { ...named("Rooms", "Habitaciones", "Habitacions", ["number of rooms", "nº habitaciones"]), default: "1" },
  },
  examples: [
    {
      name: "Trade fair",
      check_in_date: "{year}-01-20",
      check_out_date: "{year}-01-23",
      country: "GB",
      city: "London",
      hotel_name: "Station Hotel",
      rooms: "2",
      external_id: "STAY-1",
    },
    {
      name: "Audit",
      check_in_date: "{year}-02-10",
      check_out_date: "{year}-02-11",
      country: "ES",
      city: "Madrid",
      rooms: "1",
      external_id: "STAY-2",
    },
    {
      name: "Training",
      check_in_date: "{year}-03-03",
      check_out_date: "{year}-03-07",
      country: "FR",
      city: "Lyon",
      rooms: "1",
      external_id: "STAY-3",
    },
  ],
});
