import type { entry as words } from "./en.ts";

export const entry: Record<keyof typeof words, string> = {
  "entry.purchases": "Registrar una compra",
  "entry.invoices": "Registrar una factura",
  "entry.wastes": "Registrar un residuo",
  "entry.waste_water_treatments": "Registrar aguas residuales",
  "entry.hotel_stays": "Registrar una estancia de hotel",
  "entry.business_travels": "Registrar un viaje de trabajo",
  "entry.vehicle_consumptions": "Registrar un consumo de un vehículo",
  "entry.transports": "Registrar un transporte",
  "entry.logistics_requests": "Registrar una solicitud de logística",
  "entry.logistics_recharges": "Registrar un repostaje de logística",
  "entry.commuting_periods": "Registrar un desplazamiento habitual",
  "entry.sold_product_sales": "Registrar una venta",
  "entry.item": "Tramo {number}",
  "entry.other": "Nuevo registro",
  "entry.none": "Los registros de este tipo se crean con importaciones y con la API.",
  "entry.mayNot": "Su rol ({role}) no puede registrar actividades en esta organización.",
  "entry.amount": "Cantidad",
  "entry.money": "Dinero, sin impuestos",
  "entry.physical": "Cantidad física",
  "entry.sector":
    "Busque por actividad, o escriba un código NACE, UK SIC o NAICS. Un código que cambió de significado necesita su edición: CNAE 2025 4671.",
  "entry.more": "Más valores",
  "entry.save": "Guardar",
  "code.INVALID_TRANSPORT_COMBINATION":
    "Un tramo tiene un vehículo, un tamaño o una propulsión que su modo de transporte no tiene.",
};
