import { conflict } from "@emissions/kit/wire/errors";
import { withViolations } from "../all-violations.ts";
import type { Unique } from "./resource.ts";

/** The places in the request of rows whose unique value exists, or occurs before in the request. */
export const taken = ({ code, field, one, many }: Unique, places: readonly (readonly string[])[]) =>
  withViolations(
    places.map((place) => ({
      loc: [...place, field],
      msg: `the organization has ${one}, or the request repeats it`,
      type: `value_error.${field}.exists`,
    })),
    (listed) =>
      conflict(
        code,
        places.length === 1
          ? `The organization has ${one}.`
          : `The organization has ${many(places.length)}, or they occur twice.`,
        listed,
      ),
  );
