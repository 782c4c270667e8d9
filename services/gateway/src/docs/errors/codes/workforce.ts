import type { Refusal } from "../entry.ts";

export const workforceRefusals: readonly Refusal[] = [
  {
    code: "OWN_WORKFORCE_ALREADY_EXISTS",
    status: 409,
    meaning: "the organization has a person with this `external_employee_id`",
    help: "change the existing person, or add contracts with `POST /v2/own_workforces`",
  },
  {
    code: "PERSON_ERASED",
    status: 409,
    meaning: "the values that identify the person were erased; only `contracts` can be changed",
    help: "create a new person",
  },
];
