import { type Check, checkId, checkText, missing, unknown, violation } from "@emissions/kit/wire/checks";
import type { CreateInvoiceRequest } from "@emissions/proto/activity/v1/invoice_service";
import { ONE, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { checkAmount } from "../checks.ts";

/** What one facility takes of an invoice. */
export interface Share {
  facilityId: string;
  /** 0 to 1. */
  percentage: string;
  /** Whose it is, as sent. */
  companyName: string | null;
}

export interface SentShare extends Share {
  /** As sent, to be one's own. */
  organizationId: string;
  loc: string[];
}

const SHARES_MAX = 100;
const WHOLE = "1";

/** One facility takes all of it, or several share it. */
export function sentShares({ facilityId, facilityPercentages }: CreateInvoiceRequest, org: string): SentShare[] {
  if (facilityPercentages.length === 0) {
    if (!facilityId) return [];
    return [
      {
        organizationId: org,
        facilityId: facilityId.toLowerCase(),
        percentage: WHOLE,
        companyName: null,
        loc: ["body"],
      },
    ];
  }
  return facilityPercentages.map((share, index) => ({
    organizationId: share.organizationId.toLowerCase(),
    facilityId: share.facilityId.toLowerCase(),
    percentage: share.percentage?.value ?? "",
    companyName: share.companyName || null,
    loc: ["body", "facility_percentages", String(index)],
  }));
}

/** The form alone: what is there is known only in the transaction that stores the invoice. */
export function checkShares(shares: readonly SentShare[], { facilityId, facilityPercentages }: CreateInvoiceRequest) {
  const field = "facility_percentages";
  if (shares.length === 0) return [missing(field)];
  if (facilityId && facilityPercentages.length > 0) {
    return [violation(field, "value_error.facility_shares", "facility_id and facility_percentages exclude each other")];
  }
  if (shares.length > SHARES_MAX) {
    return [violation(field, "value_error.list.max_items", `ensure this value has at most ${SHARES_MAX} items`)];
  }
  const checks = shares.flatMap(checkShare);
  if (checks.length > 0) return checks;
  if (new Set(shares.map((share) => share.facilityId)).size < shares.length) {
    return [violation(field, "value_error.list.unique_items", "a facility comes twice")];
  }
  const sum = shares.reduce((total, { percentage }) => total.plus(parse(percentage)), ZERO);
  if (sum.eq(ONE)) return [];
  return [violation(field, "value_error.facility_shares", `the percentages add up to ${plain(sum)}, not to 1`)];
}

function checkShare({ facilityId, percentage, companyName, loc }: SentShare): Check[] {
  const checks = [
    ...(facilityId === "" ? [missing("facility_id")] : checkId("facility_id", facilityId)),
    ...(percentage === "" ? [missing("percentage")] : checkAmount("percentage", percentage, { lte: "1" })),
    ...checkText("company_name", companyName, { max: 255 }),
  ];
  return checks.map((check) => ({ ...check, loc: [...loc, ...check.loc.slice(1)] }));
}

/** Facilities were looked up, and locked, in the transaction that stores the invoice. Foreign ones are as unknown as others. */
export const checkFacilities = (shares: readonly SentShare[], org: string, known: ReadonlyMap<string, unknown>) =>
  shares.flatMap(({ organizationId, facilityId, loc }): Check[] => {
    if (organizationId === org && known.has(facilityId)) return [];
    const field = organizationId === org ? "facility_id" : "organization_id";
    return [{ ...unknown(field), loc: [...loc, field] }];
  });

/** Exact: the parts of an invoice add up to it. */
export const amountOf = (baseQuantity: string, { percentage }: Pick<Share, "percentage">): string =>
  plain(parse(baseQuantity).times(parse(percentage)));

/** As long as numbers may be on their way to the calculation. */
const DIGITS_MAX = 60;

/** Called for amounts and shares that are right in themselves. */
export function checkProduct(baseQuantity: string, shares: readonly Pick<Share, "percentage">[]): Check[] {
  const tooLong = shares.some((share) => amountOf(baseQuantity, share).replace(".", "").length > DIGITS_MAX);
  if (!tooLong) return [];
  return [violation("base_quantity", "value_error.decimal.max_digits", `a share has more than ${DIGITS_MAX} digits`)];
}
