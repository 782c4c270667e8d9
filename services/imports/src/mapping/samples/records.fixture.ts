import { sample } from "./sample.fixture.ts";

/** Wastes, waste water, invoices and purchases. */
export const recordSamples = [
  sample(
    "wastes-erp-es.csv",
    "wastes",
    `Centro => facility_id|Denominación residuo => identification_name|Cód. LER => ler_code_id|Fec. inicio => start_date|Fec. fin => end_date|Cantidad => base_quantity|Ud. => unit_id|Op. tratamiento => waste_rd_code_id|Gestor autorizado => destination|Nº DI|Transportista
    Planta Getafe|Papel y cartón|150101|01/02/2026|28/02/2026|1.250,50|kg|R3|Saica Natur|DI-2026-001|Trans Norte SL
    Planta Getafe|Envases de plástico|150102|01/02/2026|28/02/2026|310,00|kg|R3|Saica Natur|DI-2026-002|Trans Norte SL
    Almacén Vigo|Aceite usado|130205*|01/02/2026|28/02/2026|95,25|kg|R9|Cator|DI-2026-003|Trans Norte SL`,
    { encoding: "latin1" },
  ),
  sample(
    "wastes-sap.csv",
    "wastes",
    `WST_WERKS|WST_PLANT_NAME => facility_id|WST_EWC_CODE => ler_code_id|WST_DESCRIPTION => identification_name|WST_QTY => base_quantity|WST_UOM => unit_id|WST_DATE_FROM => start_date|WST_DATE_TO => end_date|WST_RD_CODE => waste_rd_code_id
    1000|Lyon plant|15 01 01|CARDBOARD|12500.000|KG|20260101|20260131|R3
    1000|Lyon plant|20 03 01|MUNICIPAL WASTE|8700.500|KG|20260101|20260131|D1
    2000|Ghent plant|17 04 05|SCRAP IRON|42000.000|KG|20260101|20260131|R4`,
    { delimiter: "\t" },
  ),
  sample(
    "wastes-manager-report.xlsx",
    "wastes",
    `Centro productor => facility_id|Residuo => identification_name|Código LER => ler_code_id|Peso neto (kg) => base_quantity|Desde => start_date|Hasta => end_date|Operación => waste_rd_code_id|Destino final => destination|Km recorridos => total_km_to_waste_center|Observaciones => description
    Nave 3|Chatarra férrica|170405|15400|2026-01-01|2026-03-31|R4|Hierros del Ebro|48.5|
    Nave 3|Residuo orgánico|200108|820.75|2026-01-01|2026-03-31|R3|Compost SA|12|2 recogidas
    Oficinas|Tóner|080318|14.2|2026-01-01|2026-03-31|R5|Recinet|130|`,
    { above: [["Informe trimestral de residuos"], ["Cliente: Industrias Pérez", "", "NIF B12345678"], []] },
  ),
  sample(
    "wastes-german.csv",
    "wastes",
    `Standort => facility_id|Abfallschlüssel => ler_code_id|Bezeichnung => identification_name|Menge => base_quantity|Einheit => unit_id|Datum von => start_date|Datum bis => end_date|Verfahren => waste_rd_code_id|Entsorger => destination|Kostenstelle
    Werk Köln|150101|Papier und Pappe|1,25|t|01.01.2026|31.01.2026|R3|Alba|4711
    Werk Köln|170405|Eisen und Stahl|12,5|t|01.01.2026|31.01.2026|R4|Alba|4711
    Lager Bonn|200301|Restmüll|0,875|t|01.01.2026|31.01.2026|D10|Remondis|4720`,
    { encoding: "utf16le", delimiter: "\t" },
  ),
  sample(
    "wastes-two-headers.xlsx",
    "wastes",
    `Site => facility_id|Waste stream => identification_name|EWC => ler_code_id|Amount => base_quantity|Unit => unit_id|From => start_date|To => end_date|Treatment => waste_rd_code_id|Contractor => destination
    Leeds depot|Mixed metals|170407|3.2|t|2026-04-01|2026-04-30|R4|Veolia
    Leeds depot|Wood|170201|1.1|t|2026-04-01|2026-04-30|R3|Veolia
    York depot|Glass|170202|0.4|t|2026-04-01|2026-04-30|R5|Biffa`,
    { above: [["Origin", "", "", "Weight", "", "Period", "", "Disposal"]], hiddenSheet: "Lists" },
  ),
  sample(
    "wastes-catalan.csv",
    "wastes",
    `Centre => facility_id|Residu => identification_name|Codi LER => ler_code_id|Quantitat => base_quantity|Unitat => unit_id|Data inici => start_date|Data fi => end_date|Tractament => waste_rd_code_id|Gestor => destination
    Fàbrica de Reus|Paper|150101|1200,5|kg|01/05/2026|31/05/2026|R3|Ecoreus
    Fàbrica de Reus|Vidre|150107|640|kg|01/05/2026|31/05/2026|R5|Ecoreus`,
    { encoding: "utf8-bom" },
  ),
  sample(
    "waste-water-plant.csv",
    "waste_water_treatments",
    `instalacion => facility_id|proceso => name|fecha_desde => start_date|fecha_hasta => end_date|volumen => quantity|unidad => unit_id|comentarios => description
    EDAR Norte|Vertido a colector|2026-01-01|2026-01-31|1830.4|m3|
    EDAR Norte|Lodos|2026-02-01|2026-02-28|1711.0|m3|caudalímetro nuevo`,
    { delimiter: "," },
  ),
  sample(
    "invoices-electricity-es.csv",
    "invoices",
    `Nº Factura => invoice_id|CUPS => cups|Centro de trabajo => facility_id|Comercializadora => supplier_id|Tipo suministro => type|Fecha desde => start_date|Fecha hasta => end_date|Consumo (kWh) => base_quantity|Unidad => unit_id|Importe total|IVA
    FE-20261|ES0021000000000001AA|Oficina Madrid|Iberdrola|Electricidad|01/01/2026|31/01/2026|12.450,00|kWh|1.867,50|392,18
    FE-20262|ES0021000000000002BB|Planta Getafe|Endesa|Electricidad|01/01/2026|31/01/2026|98.120,00|kWh|11.774,40|2.472,62`,
    { encoding: "latin1" },
  ),
  sample(
    "invoices-gas-english.xlsx",
    "invoices",
    `Invoice Number => invoice_id|Site => facility_id|Supply type => type|Fuel => facility_fuel_id|Period start => start_date|Period end => end_date|Usage => base_quantity|Unit => unit_id|Net cost
    GAS-77|Leeds depot|heat|Natural gas|2026-01-01|2026-01-31|45100|kWh|3608
    GAS-78|York depot|heat|Natural gas|2026-01-01|2026-01-31|12900.5|kWh|1032.04`,
    { above: [["Gas bills 2026"]] },
  ),
  sample(
    "invoices-water-sheet.xlsx",
    "invoices",
    `Factura => invoice_id|Contador => cups|Sede => facility_id|Tipo => type|Inicio periodo => start_date|Fin periodo => end_date|Consumo => base_quantity|UM => unit_id|Referencia => external_id
    A-1|W-1|Oficina Madrid|agua|2026-01-01|2026-02-28|88|m3|CYII-1
    A-2|W-2|Planta Getafe|agua|2026-01-01|2026-02-28|1204.5|m3|CYII-2`,
  ),
  sample(
    "purchases-erp-es.csv",
    "purchases",
    `Fecha Factura => purchase_date|Num. Factura|Proveedor => supplier_id|NIF|Concepto => product_name|Base Imponible => quantity|IVA|Divisa => unit_id|CNAE => sector|Tipo de gasto => expense_type
    03/02/2026|F-001|Aceros Bilbao SA|A48000001|Perfiles de acero|12.500,00|2.625,00|EUR|24.10|opex
    05/02/2026|F-002|Papelera Sur SL|B41000002|Folios A4|310,40|65,18|EUR|17.12|opex
    11/02/2026|F-003|Tornos Gil SA|A20000003|Torno CNC|98.000,00|20.580,00|EUR|28.41|capex`,
    { encoding: "latin1" },
  ),
  sample(
    "purchases-sap-upper.csv",
    "purchases",
    `BELNR|POSTING_DATE => purchase_date|VENDOR_NAME => supplier_id|MATERIAL => product_name|AMOUNT => quantity|WAERS => unit_id|NACE_CODE => sector|QTY => non_currency_quantity|MEINS => non_currency_unit_id|COST_CENTER
    5100001|2026-01-15|ACME GMBH|STEEL COIL|15000.00|EUR|24.10|12.5|TO|CC100
    5100002|2026-01-16|BETA BV|COPPER WIRE|8300.10|EUR|24.44|900|KG|CC100`,
    { delimiter: "," },
  ),
  sample(
    "purchases-by-hand.xlsx",
    "purchases",
    `Item => product_name|Supplier => supplier_id|Date => purchase_date|Spend => quantity|Currency => unit_id|Sector => sector|Capex/Opex => expense_type|Recycled content => recycled|Comments => description
    Laptops|Computacenter|2026-03-02|22400.5|GBP|26.20|capex|0.2|refresh 2026
    Desk chairs|Ikea|2026-03-09|3120|GBP|31.01|opex|0.35|`,
    { above: [["Procurement tracker"], ["Owner: Facilities team", "Last change: March"]] },
  ),
  sample(
    "facilities-list.xlsx",
    "facilities",
    `Código del centro => external_id|Nombre => name|Tipo => type|Dirección => address|País => country|CUPS => cups_list|Responsable
    C-01|Planta Getafe|factory|Calle Mayor 1, Getafe|España|ES0021000000000001AA|Ana
    C-02|Almacén Vigo|warehouse|Rúa Nova 3, Vigo|España|ES0021000000000002BB|Luis`,
    { above: [["Inmuebles del grupo"]] },
  ),
];
