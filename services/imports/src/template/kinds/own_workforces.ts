import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = (number: number, gender: string, gross_annual_remuneration: string) => ({
  external_employee_id: `HR-EXAMPLE-${number}`,
  birth_date: `198${number}-05-1${number}`,
  gender,
  disabled_employee: "false",
  contract_type: "permanent",
  contract_start_date: "2020-01-01",
  country: "ES",
  job_category: "Technician",
  working_hours_ratio: "1",
  gross_annual_remuneration,
  currency: "EUR",
});

export const ownWorkforces = describeTemplate({
  id: "own_workforces",
  labels: { en: "Own workforce", es: "Plantilla propia", ca: "Plantilla pròpia" },
  entityType: EntityType.OWN_WORKFORCES,
  method: OwnWorkforceService.method.createOwnWorkforces,
  records: "records",
  isPersonal: true,
  leftOut: ["file_id", "file_name"],
  columns: {
    external_employee_id: named("Employee ID", "ID de empleado", "ID d'empleat", [
      "employee number",
      "personnel number",
      "staff id",
      "número de empleado",
      "código de empleado",
      "nº empleado",
      "external employee id",
    ]),
    birth_date: named("Date of birth", "Fecha de nacimiento", "Data de naixement", [
      "birth date",
      "birthday",
      "DOB",
      "nacimiento",
    ]),
    gender: named("Gender", "Género", "Gènere", ["sex", "sexo"]),
    disabled_employee: named("Disability", "Discapacidad", "Discapacitat", ["disabled", "disabled employee"]),
    contract_type: named("Type of contract", "Tipo de contrato", "Tipus de contracte", [
      "contract type",
      "contract",
      "contrato",
    ]),
    contract_start_date: named("Start of the contract", "Inicio del contrato", "Inici del contracte", [
      "contract start date",
      "hire date",
      "start date",
      "fecha de alta",
      "fecha de inicio",
      "antigüedad",
    ]),
    contract_end_date: named("End of the contract", "Fin del contrato", "Fi del contracte", [
      "contract end date",
      "end date",
      "leaving date",
      "fecha de baja",
      "fecha de fin",
    ]),
    contract_end_date_reason: named("Reason of the end", "Motivo de baja", "Motiu de baixa", [
      "contract end date reason",
      "leaving reason",
      "motivo",
    ]),
    job_category: named("Job category", "Categoría profesional", "Categoria professional", [
      "category",
      "position",
      "job title",
      "puesto",
      "categoría",
      "grupo profesional",
    ]),
    working_hours_ratio: named("Share of full working hours", "Porcentaje de jornada", "Percentatge de jornada", [
      "working hours ratio",
      "FTE",
      "part-time ratio",
      "jornada",
      "% jornada",
    ]),
    gross_annual_remuneration: named("Gross yearly pay", "Retribución bruta anual", "Retribució bruta anual", [
      "gross annual remuneration",
      "salary",
      "annual salary",
      "gross salary",
      "salario",
      "salario bruto anual",
    ]),
    currency: {
      ...named("Currency", "Moneda", "Moneda", ["divisa", "currency code"]),
      reference: "currency",
      optionsSource: "currencies",
    },
    remuneration_start_date: named("Start of the pay", "Inicio de la retribución", "Inici de la retribució", [
      "remuneration start date",
      "salary from",
    ]),
    remuneration_end_date: named("End of the pay", "Fin de la retribución", "Fi de la retribució", [
      "remuneration end date",
      "salary to",
    ]),
  },
  examples: [example(1, "F", "31500.5"), example(2, "M", "29800"), example(3, "NS", "33000")],
});
