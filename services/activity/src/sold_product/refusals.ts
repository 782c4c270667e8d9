import { isDuplicate } from "@emissions/kit/db/duplicate";
import { violation } from "@emissions/kit/wire/checks";
import { conflict, invalid } from "@emissions/kit/wire/errors";
import postgres from "postgres";

export const nameTaken = () =>
  conflict("SOLD_PRODUCT_ALREADY_EXISTS", "The organization has a product with this name.", [
    violation("product_name", "value_error.product_name.exists", "the organization has a product with this name"),
  ]);

export const PERIOD_OVERLAP = violation(
  "start_date",
  "value_error.period_overlap",
  "another period of the product has a day in common with this one",
);

const EXCLUSION_VIOLATION = "23P01";

/** Another transaction may store the name or the period at this moment, so that no earlier query can find it. */
export async function refusingConflicts<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (isDuplicate(error, "sold_products_by_name")) throw nameTaken();
    if (error instanceof postgres.PostgresError && error.code === EXCLUSION_VIOLATION) throw invalid([PERIOD_OVERLAP]);
    throw error;
  }
}
