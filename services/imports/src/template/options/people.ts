import { named } from "../words.ts";
import type { OptionNames } from "./types.ts";

/** Closed lists of employees, commuting and the own workforce. */
export const PEOPLE_OPTIONS = {
  EmployeeSituation: {
    active: named("Active", "En activo", "En actiu", ["activo", "activa", "employed", "alta"]),
    inactive: named("Inactive", "Inactivo", "Inactiu", ["inactiva", "on leave", "excedencia"]),
    terminated: named("Terminated", "Baja", "Baixa", ["left", "dismissed", "finalizado"]),
  },
  EmployeeStatus: {
    uploaded: named("Uploaded", "Cargado", "Carregat"),
    loading: named("Loading", "Cargando", "Carregant"),
  },
  WorkforceGender: {
    M: named("Male", "Hombre", "Home", ["man", "m", "masculino", "varón", "h"]),
    F: named("Female", "Mujer", "Dona", ["woman", "f", "femenino"]),
    O: named("Other", "Otro", "Altre", ["non-binary", "no binario", "x"]),
    NS: named("Not specified", "No especificado", "No especificat", ["not disclosed", "ns/nc", "no consta"]),
  },
  WorkforceContractType: {
    permanent: named("Permanent", "Indefinido", "Indefinit", ["indefinite", "fijo", "fixed"]),
    temporary: named("Temporary", "Temporal", "Temporal", ["fixed-term", "eventual"]),
  },
  WorkforceEndReason: {
    resignation: named("Resignation", "Baja voluntaria", "Baixa voluntària", ["dimisión", "quit"]),
    dismissal: named("Dismissal", "Despido", "Acomiadament", ["fired", "laid off"]),
    retirement: named("Retirement", "Jubilación", "Jubilació"),
    end_of_contract: named("End of contract", "Fin de contrato", "Fi de contracte", ["contract end"]),
    death: named("Death", "Fallecimiento", "Defunció", ["deceased"]),
    other: named("Other", "Otro", "Altre", ["otros", "otra"]),
  },
  CommutingType: {
    in_itinere: named("Home to work", "In itinere", "In itinere", ["commute", "casa-trabajo"]),
    in_labore: named("During work", "In labore", "In labore", ["in mission", "en misión"]),
  },
  RenewableEnergy: {
    yes: named("Yes", "Sí", "Sí", ["y", "s", "true"]),
    no: named("No", "No", "No", ["n", "false"]),
    do_not_know: named("Not known", "No lo sé", "No ho sé", ["unknown", "desconocido"]),
  },
  ResponseMedium: {
    manual: named("Manual", "Manual", "Manual"),
    qr: named("QR code", "Código QR", "Codi QR", ["QR"]),
    form: named("Form", "Formulario", "Formulari"),
  },
} as const satisfies Record<string, OptionNames>;
