import { isDuplicate } from "@emissions/kit/db/duplicate";
import { conflict } from "@emissions/kit/wire/errors";

export const alreadyExists = () =>
  conflict("OWN_WORKFORCE_ALREADY_EXISTS", "The organization has a person with this external_employee_id.", [
    {
      loc: ["body", "external_employee_id"],
      msg: "the organization has a person with this id",
      type: "value_error.external_employee_id.exists",
    },
  ]);

export const erased = () => conflict("PERSON_ERASED", "The person was erased: only the contracts can be changed.");

export const isDuplicateId = (error: unknown) => isDuplicate(error, "own_workforces_by_external_id");
