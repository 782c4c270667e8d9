import { CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { FILE_FIELDS } from "../common-columns.ts";
import { COMMUTE_COLUMNS } from "../commute-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = (number: number, transport_type: string, total_km: string) => ({
  employee_id: "{employee}",
  start_date: `{year}-0${number}-01`,
  end_date: `{year}-0${number}-28`,
  transport_type,
  total_km,
  weekly_travels: "0; 1; 2",
  external_id: `COMMUTE-${number}`,
});

export const employeeHistoric = describeTemplate({
  id: "employee_historic",
  labels: { en: "Commuting periods", es: "Desplazamientos de empleados", ca: "Desplaçaments d'empleats" },
  entityType: EntityType.COMMUTING_PERIODS,
  method: CommutingPeriodService.method.createCommutingPeriods,
  records: "records",
  isPersonal: true,
  leftOut: FILE_FIELDS,
  columns: {
    employee_id: {
      ...named("Employee", "Empleado", "Empleat", [
        "employee name",
        "email",
        "employee email",
        "correo",
        "nombre",
        "name",
      ]),
      reference: "employee",
      required: true,
    },
    ...COMMUTE_COLUMNS,
    situation: { ...named("Situation", "Situación", "Situació"), default: "active" },
    response_medium: { ...named("Medium of the answer", "Medio de respuesta", "Mitjà de resposta"), default: "manual" },
  },
  examples: [example(1, "car", "12.5"), example(2, "bus", "8"), example(3, "train", "31.2")],
});
