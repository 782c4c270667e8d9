import { BusinessTravelService } from "@emissions/proto/activity/v1/business_travel_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

export const businessTravels = describeTemplate({
  id: "business_travels",
  labels: { en: "Business travels", es: "Viajes de negocios", ca: "Viatges de negocis" },
  entityType: EntityType.BUSINESS_TRAVELS,
  method: BusinessTravelService.method.createBusinessTravels,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: {
    name: named("Name", "Nombre", "Nom", ["trip", "purpose", "viaje", "motivo", "traveller"]),
    travel_date: named("Date", "Fecha", "Data", [
      "travel date",
      "departure date",
      "date of travel",
      "fecha de viaje",
      "fecha de salida",
    ]),
    transport_type: named("Means of transport", "Medio de transporte", "Mitjà de transport", [
      "transport",
      "transport type",
      "mode",
      "vehicle",
      "transporte",
      "medio",
    ]),
    distance_km: named("Distance (km)", "Distancia (km)", "Distància (km)", [
      "km",
      "distance",
      "kilometres",
      "kilómetros",
      "distancia",
      "kms",
    ]),
    travel_number: {
      ...named("Travellers", "Viajeros", "Viatgers", [
        "passengers",
        "people",
        "number of travellers",
        "pasajeros",
        "personas",
      ]),
      default: "1",
    },
    round_trip: {
      ...named("Round trip", "Ida y vuelta", "Anada i tornada", ["return", "return trip"]),
      default: "false",
    },
    vehicle_size: named("Size of the vehicle", "Tamaño del vehículo", "Mida del vehicle", [
      "vehicle size",
      "size",
      "tamaño",
    ]),
    fuel_type: named("Fuel", "Combustible", "Combustible", ["fuel type", "tipo de combustible"]),
    flight_type: named("Type of flight", "Tipo de vuelo", "Tipus de vol", ["flight type", "haul", "vuelo"]),
    cabin_class: named("Cabin class", "Clase de cabina", "Classe de cabina", ["class", "clase", "fare class"]),
  },
  examples: [
    {
      name: "Visit to the customer",
      travel_date: "{year}-01-21",
      transport_type: "train",
      distance_km: "621",
      travel_number: "2",
      round_trip: "true",
      external_id: "TRIP-1",
    },
    {
      name: "Conference",
      travel_date: "{year}-02-11",
      transport_type: "aircraft",
      distance_km: "1263.5",
      flight_type: "short_haul_international",
      cabin_class: "economy",
      external_id: "TRIP-2",
    },
    {
      name: "Site inspection",
      travel_date: "{year}-03-05",
      transport_type: "car",
      distance_km: "48.2",
      vehicle_size: "average",
      fuel_type: "diesel",
      external_id: "TRIP-3",
    },
  ],
});
