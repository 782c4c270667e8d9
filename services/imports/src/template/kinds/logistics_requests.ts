import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";
import { PAYERS, RUNS } from "./freight-headers.ts";

const example = (number: number, load: string, distance_km: string) => ({
  movement_id: `EXAMPLE-${number}`,
  shipment_date: `{year}-0${number}-10`,
  toc: "artic_truck_diesel",
  load,
  load_unit: "kg",
  distance_km,
  external_id: `LEG-${number}`,
});

export const logisticsRequests = describeTemplate({
  id: "logistics_requests",
  labels: { en: "Logistics requests", es: "Solicitudes de logística", ca: "Sol·licituds de logística" },
  entityType: EntityType.LOGISTICS_REQUESTS,
  method: LogisticsRequestService.method.enqueueLogisticsRequests,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: {
    distance_km: named("Distance (km)", "Distancia (km)", "Distància (km)", [
      "km",
      "distance",
      "kilometres",
      "kilómetros",
      "distancia",
      "kms",
    ]),
    load: named("Load", "Carga", "Càrrega", [
      "weight",
      "gross weight",
      "peso",
      "mercancía",
      "peso bruto",
      "quantity",
      "cantidad",
    ]),
    load_unit: {
      ...named("Unit of the load", "Unidad de la carga", "Unitat de la càrrega", [
        "load unit",
        "unit",
        "unidad",
        "unitat",
      ]),
      default: "kg",
    },
    load_factor: named("Load factor", "Factor de carga", "Factor de càrrega", ["utilisation", "ocupación"]),
    toc: {
      ...named("Transport operation category (TOC)", "Categoría de operación (TOC)", "Categoria d'operació (TOC)", [
        "TOC",
        "vehicle type",
        "vehicle",
        "tipo de vehículo",
        "vehículo",
      ]),
      reference: "toc",
      optionsSource: "logistics_tocs",
    },
    category: named("Mode of transport", "Modo de transporte", "Mode de transport", [
      "mode",
      "category",
      "modo",
      "categoría",
    ]),
    origin_country: {
      ...named("Country of origin", "País de origen", "País d'origen", ["country", "origin country", "país"]),
      reference: "country",
      furtherCodes: ["GLO"],
      default: "GLO",
    },
    year: named("Year of the factor", "Año del factor", "Any del factor", ["year", "año"]),
    cleaning: { ...named("Cleaning", "Limpieza", "Neteja", ["vehicle cleaning", "lavado"]), default: "false" },
    movement_id: named("Shipment", "Movimiento", "Moviment", [
      "shipment id",
      "movement",
      "movement id",
      "shipment number",
      "expedición",
      "id movimiento",
      "envío",
    ]),
    client: named("Customer", "Cliente", "Client", ["consignee", "customer name", "destinatario"]),
    shipment_date: named("Shipment date", "Fecha de envío", "Data d'enviament", [
      "date",
      "loading date",
      "fecha",
      "fecha de carga",
      "data",
    ]),
    movement_stretch: named("Stretch", "Tramo", "Tram", ["leg", "movement stretch", "trayecto"]),
    movement_stage: named("Stage", "Etapa", "Etapa", ["movement stage", "fase"]),
    vehicle_license_plate: named("License plate", "Matrícula", "Matrícula", [
      "vehicle license plate",
      "plate",
      "tractor",
      "truck plate",
      "matrícula tractora",
    ]),
    trailer_license_plate: named("License plate of the trailer", "Matrícula del remolque", "Matrícula del remolc", [
      "trailer",
      "trailer plate",
      "remolque",
      "semirremolque",
    ]),
    subcontractor: {
      ...named("Subcontracted", "Subcontratado", "Subcontractat", ["subcontractor", "subcontrata"]),
      default: "false",
    },
    paid_by: { ...named("Paid by", "Pagado por", "Pagat per", PAYERS), default: "organization" },
    run_key: named("Run", "Viaje", "Viatge", RUNS),
    tkm: named("Tonne-kilometres", "Toneladas-kilómetro", "Tones-quilòmetre", ["tkm", "t.km", "tonne km"]),
    hub_id: {
      ...named("Logistic hub", "Hub logístico", "Hub logístic", ["hub", "warehouse", "almacén"]),
      reference: "logistic_hub",
    },
    package_key: named("Package", "Paquete", "Paquet", ["package key", "package id", "parcel", "bulto"]),
  },
  examples: [example(1, "5000", "203"), example(2, "12000.5", "640"), example(3, "800", "75.25")],
});
