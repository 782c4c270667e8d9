import { conflict } from "@emissions/kit/wire/errors";
import { withViolations } from "../all-violations.ts";

/** The places in the request of license plates that exist, or that occur before in the request. */
export const plateTaken = (places: readonly (readonly string[])[]) =>
  withViolations(
    places.map((loc) => ({
      loc: [...loc],
      msg: "the organization has a vehicle with this license plate, or the request repeats it",
      type: "value_error.license_plate.exists",
    })),
    (listed) =>
      conflict(
        "VEHICLE_ALREADY_EXISTS",
        places.length === 1
          ? "The organization has a vehicle with this license plate."
          : `The organization has vehicles with ${places.length} of these license plates, or they occur twice.`,
        listed,
      ),
  );
