import { LogisticsRechargeService } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";
import { RUNS } from "./freight-headers.ts";

const example = (month: string, quantity: string) => ({
  fuel_id: "diesel",
  country: "ES",
  date: `{year}-${month}-15`,
  quantity,
  vehicle_license_plate: "EXAMPLE 0001",
  external_id: `RECHARGE-${month}`,
});

export const logisticsRecharges = describeTemplate({
  id: "logistics_recharges",
  labels: { en: "Fuel of carriers", es: "Repostajes de logística", ca: "Repostatges de logística" },
  entityType: EntityType.LOGISTICS_RECHARGES,
  method: LogisticsRechargeService.method.createLogisticsRecharges,
  records: "records",
  isPersonal: false,
  // A session has the project.
  leftOut: [...FILE_FIELDS, "project_id"],
  columns: {
    fuel_id: {
      ...named("Fuel", "Combustible", "Combustible", ["fuel type", "fuel name", "product", "carburante", "producto"]),
      reference: "fuel",
      optionsSource: "fuels",
    },
    date: named("Date", "Fecha", "Data", [
      "refuelling date",
      "recharge date",
      "fecha de repostaje",
      "transaction date",
    ]),
    vehicle_license_plate: named("License plate", "Matrícula", "Matrícula", [
      "plate",
      "vehicle",
      "registration",
      "vehículo",
    ]),
    run_key: named("Run", "Viaje", "Viatge", RUNS),
    toc_id: {
      ...named("Transport operation category (TOC)", "Categoría de operación (TOC)", "Categoria d'operació (TOC)", [
        "TOC",
        "vehicle type",
        "tipo de vehículo",
      ]),
      reference: "toc",
      optionsSource: "logistics_tocs",
    },
  },
  examples: [example("01", "420.5"), example("02", "388"), example("03", "401.25")],
});
