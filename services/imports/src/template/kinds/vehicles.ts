import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = { ownership: "owned", country: "ES", vehicle_fuel_id: "diesel" };

export const vehicles = describeTemplate({
  id: "vehicles",
  labels: { en: "Vehicles", es: "Vehículos", ca: "Vehicles" },
  entityType: EntityType.VEHICLES,
  method: VehicleService.method.createVehicles,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: {
    name: named("Name", "Nombre", "Nom", [
      "vehicle",
      "vehicle name",
      "vehículo",
      "make and model",
      "marca y modelo",
      "modelo",
    ]),
    type: named("Type of transport", "Tipo de transporte", "Tipus de transport", [
      "type",
      "use",
      "uso",
      "tipo",
      "passenger or freight",
    ]),
    ownership: named("Ownership", "Titularidad", "Titularitat", ["owned or rented", "propiedad", "owner", "régimen"]),
    license_plate: named("License plate", "Matrícula", "Matrícula", [
      "plate",
      "registration",
      "registration number",
      "number plate",
      "licence plate",
      "reg no",
      "placa",
    ]),
    unknown_vehicle_id: {
      ...named("Type of vehicle", "Tipo de vehículo", "Tipus de vehicle", [
        "vehicle type",
        "class",
        "clase",
        "category",
        "categoría",
      ]),
      reference: "unknown_vehicle",
      optionsSource: "unknown_vehicles",
    },
    vehicle_fuel_id: {
      ...named("Fuel", "Combustible", "Combustible", ["fuel type", "tipo de combustible", "carburante", "energy"]),
      reference: "fuel",
      optionsSource: "vehicle_fuels",
      narrowedBy: "country",
    },
    registration_year: named("Registration year", "Año de matriculación", "Any de matriculació", [
      "year",
      "model year",
      "año",
      "año matriculación",
    ]),
    market_segment: named("Market segment", "Segmento", "Segment", ["segment", "segmento de mercado"]),
    size: named("Size", "Tamaño", "Mida", ["vehicle size"]),
  },
  examples: [
    { ...example, name: "Delivery van", type: "freight", license_plate: "EXAMPLE 0001", unknown_vehicle_id: "van" },
    { ...example, name: "Sales car", type: "passenger", license_plate: "EXAMPLE 0002", unknown_vehicle_id: "car" },
    {
      ...example,
      name: "Rented truck",
      type: "freight",
      ownership: "rented",
      license_plate: "EXAMPLE 0003",
      unknown_vehicle_id: "truck",
    },
  ],
});
