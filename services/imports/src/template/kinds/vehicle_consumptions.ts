import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { VehicleConsumptionService } from "@emissions/proto/activity/v1/vehicle_consumption_service";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = (month: string, last: string, quantity: string) => ({
  vehicle_id: "{vehicle}",
  quantity,
  unit_id: "{vehicle_unit}",
  start_date: `{year}-${month}-01`,
  end_date: `{year}-${month}-${last}`,
  external_id: `FUEL-${month}`,
});

export const vehicleConsumptions = describeTemplate({
  id: "vehicle_consumptions",
  labels: { en: "Consumptions of vehicles", es: "Consumos de vehículos", ca: "Consums de vehicles" },
  entityType: EntityType.VEHICLE_CONSUMPTIONS,
  method: VehicleConsumptionService.method.createVehicleConsumptions,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: {
    vehicle_id: {
      ...named("Vehicle (license plate)", "Vehículo (matrícula)", "Vehicle (matrícula)", [
        "vehicle",
        "license plate",
        "licence plate",
        "plate",
        "registration",
        "matrícula",
        "vehículo",
        "placa",
      ]),
      reference: "vehicle",
    },
    quantity: named("Consumption", "Consumo", "Consum", [
      "quantity",
      "amount",
      "litres",
      "liters",
      "distance",
      "cantidad",
      "litros",
      "quantitat",
      "repostaje",
    ]),
    custom_id: named("Own number", "Número propio", "Número propi", [
      "custom id",
      "ticket",
      "receipt",
      "albarán",
      "nº ticket",
    ]),
  },
  examples: [example("01", "31", "182.4"), example("02", "28", "160"), example("03", "31", "175.25")],
});
