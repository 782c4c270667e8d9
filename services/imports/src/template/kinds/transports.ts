import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { TransportService } from "@emissions/proto/activity/v1/transport_service";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";
import { PAYERS } from "./freight-headers.ts";

/** Sections of a route that one row of a file has columns for. The API takes up to 20. */
const SECTIONS_MAX = 3;

export const transports = describeTemplate({
  id: "transports",
  labels: {
    en: "Freight transport routes",
    es: "Rutas de transporte de mercancías",
    ca: "Rutes de transport de mercaderies",
  },
  entityType: EntityType.TRANSPORTS,
  method: TransportService.method.createTransportRoutes,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  places: { sections: SECTIONS_MAX },
  columns: {
    name: named("Name", "Nombre", "Nom", ["route", "ruta", "shipment", "envío"]),
    transport_date: named("Date", "Fecha", "Data", [
      "transport date",
      "shipping date",
      "delivery date",
      "fecha de transporte",
      "fecha de envío",
    ]),
    quantity_transported: named("Goods transported", "Mercancía transportada", "Mercaderia transportada", [
      "quantity",
      "weight",
      "load",
      "quantity transported",
      "gross weight",
      "cantidad",
      "peso",
      "carga",
      "pes",
    ]),
    supplier: named("Carrier", "Transportista", "Transportista", ["supplier", "proveedor", "haulier", "carrier name"]),
    transport_direction: named("Direction", "Dirección", "Direcció", [
      "transport direction",
      "inbound/outbound",
      "sentido",
      "entrada/salida",
    ]),
    paid_by: named("Paid by", "Pagado por", "Pagat per", PAYERS),
    transport_frequency: named("Frequency", "Frecuencia", "Freqüència"),
    "sections.transport_type": named("Mode of transport", "Modo de transporte", "Mode de transport", [
      "mode",
      "transport type",
      "modo",
      "tipo de transporte",
    ]),
    "sections.travel_method": named("Vehicle", "Vehículo", "Vehicle", [
      "travel method",
      "vehicle type",
      "tipo de vehículo",
    ]),
    "sections.electric": named("Electric", "Eléctrico", "Elèctric", ["electric vehicle"]),
    "sections.refrigerated": named("Refrigerated", "Refrigerado", "Refrigerat", [
      "temperature controlled",
      "frigorífico",
    ]),
    "sections.detail": named("Class or size", "Clase o tamaño", "Classe o mida", [
      "detail",
      "size",
      "detalle",
      "tamaño",
    ]),
    "sections.kms_manual": named("Distance (km)", "Distancia (km)", "Distància (km)", [
      "km",
      "kms",
      "distance",
      "kilometres",
      "kilómetros",
      "distancia",
    ]),
  },
  examples: [
    {
      name: "Parts to the plant",
      transport_date: "{year}-01-14",
      quantity_transported: "5000",
      unit_id: "kg",
      transport_direction: "upstream",
      "sections.0.transport_type": "road",
      "sections.0.travel_method": "truck",
      "sections.0.kms_manual": "203",
      external_id: "ROUTE-1",
    },
    {
      name: "Goods to the customer",
      transport_date: "{year}-02-02",
      quantity_transported: "1200.5",
      unit_id: "kg",
      transport_direction: "downstream",
      "sections.0.transport_type": "road",
      "sections.0.travel_method": "truck",
      "sections.0.kms_manual": "85",
      "sections.1.transport_type": "rail",
      "sections.1.kms_manual": "640",
      external_id: "ROUTE-2",
    },
    {
      name: "Samples by air",
      transport_date: "{year}-03-09",
      quantity_transported: "42",
      unit_id: "kg",
      transport_direction: "downstream",
      "sections.0.transport_type": "air",
      "sections.0.kms_manual": "1250",
      external_id: "ROUTE-3",
    },
  ],
});
