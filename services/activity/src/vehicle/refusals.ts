import { conflict } from "@emissions/kit/wire/errors";

/** Violations in one refusal. */
const LISTED_MAX = 100;

/** The places in the request of license plates that exist, or that occur before in the request. */
export const plateTaken = (places: readonly (readonly string[])[]) =>
  conflict(
    "VEHICLE_ALREADY_EXISTS",
    places.length === 1
      ? "The organization has a vehicle with this license plate."
      : `The organization has vehicles with ${places.length} of these license plates, or they occur twice.`,
    places.slice(0, LISTED_MAX).map((loc) => ({
      loc: [...loc],
      msg: "the organization has a vehicle with this license plate, or the request repeats it",
      type: "value_error.license_plate.exists",
    })),
  );
