import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const january = { facility_id: "{facility}", start_date: "{year}-01-01", end_date: "{year}-01-31" };
const february = { facility_id: "{facility}", start_date: "{year}-02-01", end_date: "{year}-02-28" };

export const invoices = describeTemplate({
  id: "invoices",
  labels: { en: "Energy and water invoices", es: "Facturas de energía y agua", ca: "Factures d'energia i aigua" },
  entityType: EntityType.INVOICES,
  method: InvoiceService.method.createInvoices,
  records: "records",
  isPersonal: false,
  // The id of a logistic centre, which nothing reads: files name the centre.
  leftOut: [...FILE_FIELDS, "toc_id"],
  columns: {
    type: named("Type of invoice", "Tipo de factura", "Tipus de factura", [
      "type",
      "invoice type",
      "supply",
      "supply type",
      "suministro",
      "tipo de suministro",
      "tipo",
    ]),
    base_quantity: named("Consumption", "Consumo", "Consum", [
      "quantity",
      "amount",
      "kwh",
      "kWh",
      "usage",
      "consumo kwh",
      "consumo kWh",
      "AE kWh",
      "energía activa",
      "cantidad",
      "quantitat",
    ]),
    facility_fuel_id: {
      ...named("Fuel or refrigerant", "Combustible o refrigerante", "Combustible o refrigerant", [
        "fuel",
        "fuel type",
        "refrigerant",
        "combustible",
        "refrigerante",
        "tipo de combustible",
        "printed fuel name",
      ]),
      reference: "fuel",
      optionsSource: "facility_fuels",
    },
    supplier_id: {
      ...named("Electricity supplier", "Comercializadora", "Comercialitzadora", [
        "supplier",
        "energy supplier",
        "utility",
        "proveedor",
        "compañía eléctrica",
        "suministrador",
      ]),
      reference: "energy_supplier",
      optionsSource: "energy_suppliers",
    },
    invoice_id: named("Invoice number", "Número de factura", "Número de factura", [
      "invoice no",
      "invoice",
      "bill number",
      "nº factura",
      "núm. factura",
      "factura",
      "n factura",
    ]),
    cups: named("Supply point (CUPS)", "CUPS", "CUPS", [
      "supply point",
      "meter",
      "MPAN",
      "punto de suministro",
      "contador",
    ]),
    toc: named("Logistic centre", "Centro logístico", "Centre logístic", ["logistics centre", "toc"]),
    retained_quantity: named("Refrigerant not leaked", "Refrigerante no fugado", "Refrigerant no fuit", [
      "recovered",
      "charge of new equipment",
      "recuperado",
      "carga del equipo nuevo",
    ]),
    calorific_basis: named("Calorific value", "Poder calorífico", "Poder calorífic", [
      "calorific basis",
      "PCS/PCI",
      "GCV/NCV",
    ]),
  },
  examples: [
    { ...january, type: "electricity", base_quantity: "15320.5", unit_id: "kWh", invoice_id: "E-0001" },
    { ...february, type: "electricity", base_quantity: "14980", unit_id: "kWh", invoice_id: "E-0002" },
    { ...january, type: "water", base_quantity: "84.2", unit_id: "m3", invoice_id: "W-0001" },
  ],
});
