import { conflict } from "@emissions/kit/wire/errors";
import { withViolations } from "../all-violations.ts";

/** The places in the request of e-mail addresses that exist, or that occur before in the request. */
export const emailTaken = (places: readonly (readonly string[])[]) =>
  withViolations(
    places.map((loc) => ({
      loc: [...loc],
      msg: "the organization has an employee with this e-mail address, or the request repeats it",
      type: "value_error.email.exists",
    })),
    (listed) =>
      conflict(
        "EMPLOYEE_ALREADY_EXISTS",
        places.length === 1
          ? "The organization has an employee with this e-mail address."
          : `The organization has employees with ${places.length} of these e-mail addresses, or they occur twice.`,
        listed,
      ),
  );
