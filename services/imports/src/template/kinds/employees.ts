import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { COMMON_COLUMNS, FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

const example = (number: number, name: string) => ({
  name,
  email: `employee${number}@example.com`,
  situation: "active",
  external_id: `EMPLOYEE-${number}`,
});

export const employees = describeTemplate({
  id: "employees",
  labels: { en: "Employees", es: "Empleados", ca: "Empleats" },
  entityType: EntityType.EMPLOYEES,
  method: EmployeeService.method.createEmployees,
  records: "records",
  isPersonal: true,
  leftOut: FILE_FIELDS,
  columns: {
    name: named("Name", "Nombre", "Nom", [
      "full name",
      "employee",
      "nombre y apellidos",
      "nombre completo",
      "empleado",
    ]),
    email: named("Email", "Correo electrónico", "Correu electrònic", ["e-mail", "mail", "email address", "correo"]),
    situation: {
      ...named("Situation", "Situación", "Situació", ["employment status", "situación laboral"]),
      default: "active",
    },
    status: {
      ...named("Status of the data", "Estado de los datos", "Estat de les dades", ["status", "estado"]),
      default: "uploaded",
    },
    external_id: {
      ...named("External ID", "ID externo", "ID extern", [
        ...COMMON_COLUMNS.external_id!.aliases!,
        "employee id",
        "employee number",
        "número de empleado",
        "código de empleado",
      ]),
    },
  },
  examples: [example(1, "Ada Example"), example(2, "Blas Example"), example(3, "Carla Example")],
});
