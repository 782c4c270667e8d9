import { sample } from "./sample.fixture.ts";

/** People, trainings and products. */
export const peopleSamples = [
  sample(
    "employees-hr-export.csv",
    "employees",
    `EmployeeID => external_id|FullName => name|EmailAddress => email|EmploymentStatus => situation|Department
    E001|Ana Example|ana@example.com|active|Sales
    E002|Ben Example|ben@example.com|inactive|Finance`,
    { delimiter: "," },
  ),
  sample(
    "employees-listado.xlsx",
    "employees",
    `Código de empleado => external_id|Nombre y apellidos => name|Correo electrónico => email|Situación laboral => situation|Teléfono
    1001|Ana Ejemplo|ana@example.com|activo|600000001
    1002|Luis Ejemplo|luis@example.com|baja|600000002`,
    { above: [["Listado de personal"]] },
  ),
  sample(
    "commutes-survey.csv",
    "employee_historic",
    `Correo => employee_id|Desde => start_date|Hasta => end_date|Medio de transporte => transport_type|Combustible => fuel_type|Distancia (km) => total_km|Viajes al día => daily_trips|Coche compartido => carpool
    ana@example.com|01/01/2026|31/12/2026|car|diesel|18,5|2|No
    luis@example.com|01/01/2026|31/12/2026|metro||7|2|No`,
  ),
  sample(
    "workforce-hr-es.csv",
    "own_workforces",
    `Nº empleado => external_employee_id|F. nacimiento => birth_date|Sexo => gender|Discapacidad => disabled_employee|Tipo de contrato => contract_type|Fecha de alta => contract_start_date|Fecha de baja => contract_end_date|Motivo de baja => contract_end_date_reason|País => country|Puesto => job_category|% jornada => working_hours_ratio|Salario bruto anual => gross_annual_remuneration|Moneda => currency
    1001|12/05/1984|F|No|permanent|01/09/2015|||ES|Técnica de calidad|1|34.500,00|EUR
    1002|30/11/1990|M|Sí|temporary|15/03/2024|31/12/2025|end_of_contract|ES|Operario|0,5|11.800,00|EUR`,
    { encoding: "latin1" },
  ),
  sample(
    "workforce-english.xlsx",
    "own_workforces",
    `Personnel number => external_employee_id|DOB => birth_date|Gender => gender|Disabled => disabled_employee|Contract type => contract_type|Hire date => contract_start_date|Leaving date => contract_end_date|Country => country|Job title => job_category|FTE => working_hours_ratio|Annual salary => gross_annual_remuneration|Currency code => currency|Line manager
    P-1|1979-02-11|F|no|permanent|2012-06-01||GB|Engineer|1|51200|GBP|P-9
    P-2|1995-08-23|M|no|temporary|2025-01-07|2025-12-31|GB|Analyst|0.6|28000.5|GBP|P-9`,
  ),
  sample(
    "trainings-es.csv",
    "own_workforce_trainings",
    `Código empleado => external_employee_id|Curso => description|Tipo formación => type|Horas => hours|Fecha inicio => start_date|Fecha fin => end_date|Proveedor
    1001|Prevención de incendios|PRL|4,5|03/02/2026|03/02/2026|Quirón
    1002|Inglés B2|Idiomas|60|01/02/2026|30/06/2026|Berlitz`,
  ),
  sample(
    "trainings-lms.csv",
    "own_workforce_trainings",
    `staff_id => external_employee_id|course_title => description|training_type => type|duration_hours => hours|start => start_date|end => end_date|score
    P-1|Fire safety|Safety|3.5|2026-01-12|2026-01-12|98
    P-2|Excel advanced|Digital|16|2026-01-19|2026-01-23|87`,
    { delimiter: "," },
  ),
  sample(
    "sales-export.csv",
    "sold_products",
    `SKU => product_name|Market => country|Units sold => quantity|From => start_date|To => end_date|Revenue
    Kettle K2|DE|1250|2026-01-01|2026-03-31|48750.00
    Toaster T1|FR|830|2026-01-01|2026-03-31|20750.00`,
    { delimiter: "|" },
  ),
  sample(
    "ventas-es.xlsx",
    "sold_products",
    `Artículo => product_name|País de uso => country|Unidades vendidas => quantity|Fecha inicio => start_date|Fecha fin => end_date|Ref. => external_id
    Tostador T1|España|830|2026-01-01|2026-03-31|V-1
    Hervidor K2|Portugal|410|2026-01-01|2026-03-31|V-2`,
  ),
  sample(
    "survey-answers.csv",
    "survey_answers",
    `Encuesta => survey_id|Correo => employee_id|Medio de transporte => commutes.0.transport_type|Combustible => commutes.0.fuel_type|Distancia (km) => commutes.0.total_km|Viajes al día => commutes.0.daily_trips|Coche compartido => commutes.0.carpool|Marca temporal
    Movilidad 2026|ana@example.com|car|diesel|18,5|2|No|12/01/2026 10:31
    Movilidad 2026|luis@example.com|metro||7|2|No|12/01/2026 11:02`,
  ),
];
