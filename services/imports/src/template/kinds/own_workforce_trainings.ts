import { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = (month: string, type: string, description: string, hours: string) => ({
  external_employee_id: "{own_workforce}",
  type,
  description,
  hours,
  start_date: `{year}-${month}-05`,
  end_date: `{year}-${month}-06`,
});

export const ownWorkforceTrainings = describeTemplate({
  id: "own_workforce_trainings",
  labels: { en: "Trainings of the own workforce", es: "Formaciones de la plantilla", ca: "Formacions de la plantilla" },
  entityType: EntityType.OWN_WORKFORCE_TRAININGS,
  method: OwnWorkforceTrainingService.method.createOwnWorkforceTrainings,
  records: "records",
  isPersonal: true,
  // A file names the person by the id of its HR system. Custom columns differ between organizations, templates do not.
  leftOut: ["own_workforce_id", "custom_values", "file_id", "file_name"],
  columns: {
    external_employee_id: {
      ...named("Employee ID", "ID de empleado", "ID d'empleat", [
        "employee number",
        "personnel number",
        "staff id",
        "número de empleado",
        "código de empleado",
        "nº empleado",
        "external employee id",
      ]),
      required: true,
    },
    type: named("Type of training", "Tipo de formación", "Tipus de formació", [
      "type",
      "training type",
      "category",
      "tipo",
    ]),
    description: named("Training", "Formación", "Formació", [
      "description",
      "course",
      "title",
      "curso",
      "descripción",
      "nombre del curso",
    ]),
    hours: named("Hours", "Horas", "Hores", ["duration", "training hours", "duración", "horas de formación"]),
  },
  examples: [
    example("01", "safety", "Fire drill", "1.5"),
    example("02", "technical", "Energy management", "12"),
    example("03", "compliance", "Data protection", "2.25"),
  ],
});
