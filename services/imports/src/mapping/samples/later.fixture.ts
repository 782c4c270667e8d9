import { sample } from "./sample.fixture.ts";

/** Written after the scores, to see what they do with files that nobody tuned them for: decision 64 has the result. */
export const laterSamples = [
  sample(
    "later-wastes-archive.csv",
    "wastes",
    `Productor|NIMA|Dirección centro|Sede => facility_id|LER => ler_code_id|Descripción LER => identification_name|Kilos => base_quantity|F. recogida => start_date|F. fin => end_date|Valorización/Eliminación => waste_rd_code_id|Planta destino => destination|Matrícula camión
    Pérez SA|2800001234|C/ Mayor 1|Getafe|150101|Envases de papel|1200|02/01/2026|31/01/2026|R3|Saica|1234KLM
    Pérez SA|2800001234|C/ Mayor 1|Getafe|160504*|Gases en recipientes|35,5|02/01/2026|31/01/2026|D15|Cator|5678MNP`,
    { encoding: "latin1" },
  ),
  sample(
    "later-purchases-ledger.xlsx",
    "purchases",
    `Doc. date => purchase_date|Doc. no.|Vendor => supplier_id|Text => product_name|Net value => quantity|VAT|Doc. currency => unit_id|Industry code => sector|Ordered qty => non_currency_quantity|Order unit => non_currency_unit_id
    2026-01-07|900001|Kone|Lift repair|1830.2|384.34|EUR|33.12|1|ud
    2026-01-09|900002|Lyreco|Paper A4|210|44.1|EUR|17.23|40|kg`,
  ),
  sample(
    "later-electricity-portal.csv",
    "invoices",
    `supply_point => cups|bill_no => invoice_id|billing_start => start_date|billing_end => end_date|energy_kwh => base_quantity|uom => unit_id|retailer => supplier_id|building => facility_id|kind => type|total_eur
    ES0021000000000001AA|B-1|2026-02-01|2026-02-28|11020|kWh|Endesa|HQ|electricity|1705.3
    ES0021000000000002BB|B-2|2026-02-01|2026-02-28|90210.5|kWh|Endesa|Depot|electricity|10833.1`,
    { delimiter: "," },
  ),
  sample(
    "later-fleet-leasing.xlsx",
    "vehicles",
    `Plate no. => license_plate|Model => name|Body type => unknown_vehicle_id|Powertrain => vehicle_fuel_id|Registered in => country|First registration year => registration_year|Contract => ownership|Usage => type|Lessor
    B-AB 1234|VW Caddy|Van|Diesel|DE|2022|rented|freight|Arval
    B-CD 5678|VW Golf|Car|Petrol|DE|2023|rented|passenger|Arval`,
  ),
  sample(
    "later-hr-nomina.csv",
    "own_workforces",
    `ID trabajador => external_employee_id|Fecha nac. => birth_date|Género => gender|Grado discapacidad => disabled_employee|Modalidad contrato => contract_type|Alta => contract_start_date|Baja => contract_end_date|País centro => country|Categoría => job_category|Coef. jornada => working_hours_ratio|Bruto anual => gross_annual_remuneration|Divisa => currency|Centro de coste
    2001|03/07/1988|M|No|permanent|01/02/2018||ES|Oficial 1ª|1|24.300,00|EUR|CC-10
    2002|19/12/1972|F|No|permanent|15/09/2001||ES|Encargada|0,75|27.900,00|EUR|CC-11`,
    { encoding: "latin1" },
  ),
];
