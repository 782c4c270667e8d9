import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkId, checkText, missing, placed, unknown, violation } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import type { CreateInvoiceRequest, InvoiceShare } from "@emissions/proto/activity/v1/invoice_service";
import { ONE, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { checkAmount } from "../checks.ts";
import type { Passed, RelatedPurpose } from "../records/kind.ts";
import type { Invoice, InvoiceRow } from "./row.ts";

type Share = Pick<Invoice, "facilityId" | "percentage" | "companyName">;
export type FacilityNames = ReadonlyMap<string, string>;

const FIELD = "facility_percentages";
const SHARES_MAX = 100;
/** Digits of a number that the calculation takes. */
const DIGITS_MAX = 60;

interface ShareRules {
  /** The shares may add up to less than 1. */
  partial?: boolean;
  /** The place in the request of a violation. */
  place?: (check: Check) => Check;
}

/** The share of each facility, in the order of the request; refuses wrong ones. */
export function sharesOf(
  { values, facilityPercentages }: CreateInvoiceRequest,
  org: string,
  { partial = false, place = (check) => check }: ShareRules = {},
): Share[] {
  const facilityId = values?.facilityId?.toLowerCase() || null;
  const refused = checkShares(facilityPercentages, { facilityId, org, partial });
  if (refused.length > 0) throw invalid(refused.map(place));
  if (facilityId !== null) return [{ facilityId, percentage: "1", companyName: null }];
  return facilityPercentages.map((share) => ({
    facilityId: share.facilityId.toLowerCase(),
    percentage: share.percentage!.value,
    companyName: share.companyName || null,
  }));
}

/** Violations of the form; whether the facilities exist is known in the transaction. */
export function checkShares(
  shares: readonly InvoiceShare[],
  { facilityId, org, partial = false }: { facilityId: string | null; org: string; partial?: boolean },
): Check[] {
  if (facilityId !== null) {
    if (shares.length === 0) return checkId("facility_id", facilityId);
    return [violation(FIELD, "value_error.facility_shares", `facility_id and ${FIELD} exclude each other`)];
  }
  if (shares.length === 0) return [missing(FIELD)];
  if (shares.length > SHARES_MAX) {
    return [violation(FIELD, "value_error.list.max_items", `ensure this value has at most ${SHARES_MAX} items`)];
  }
  const checks = shares.flatMap((share, index) => checkShare(share, org).map((check) => placedIn(check, index)));
  if (checks.length > 0) return checks;
  if (new Set(shares.map((share) => share.facilityId.toLowerCase())).size < shares.length) {
    return [violation(FIELD, "value_error.list.unique_items", "a facility comes twice")];
  }
  const sum = shares.reduce((total, { percentage }) => total.plus(parse(percentage!.value)), ZERO);
  if (partial ? sum.gt(ZERO) && sum.lte(ONE) : sum.eq(ONE)) return [];
  const wanted = partial ? "not to more than 0 and at most 1" : "not to 1";
  return [violation(FIELD, "value_error.facility_shares", `the percentages add up to ${plain(sum)}, ${wanted}`)];
}

const checkShare = ({ organizationId, facilityId, percentage, companyName }: InvoiceShare, org: string): Check[] => [
  ...(organizationId.toLowerCase() === org ? [] : [unknown("organization_id")]),
  ...(facilityId === "" ? [missing("facility_id")] : checkId("facility_id", facilityId)),
  ...(!percentage?.value ? [missing("percentage")] : checkAmount("percentage", percentage.value, { lte: "1" })),
  ...checkText("company_name", companyName ?? null, { max: 255 }),
];

/** A violation of the share at an index. */
const placedIn = (check: Check, index: number): Check => placed([check], "body", FIELD, index)[0]!;

/** Violations of the facility stand at its share, where shares were sent. */
export const shareViolation =
  ({ facilityPercentages }: CreateInvoiceRequest) =>
  (check: Check, index: number): Check =>
    facilityPercentages.length > 0 && check.loc[1] === "facility_id" ? placedIn(check, index) : check;

type Amount = Pick<Invoice, "baseQuantity" | "percentage"> & Partial<Pick<Invoice, "retainedQuantity">>;

/** Exact: the parts of an invoice add up to it. Gas that equipment holds, or that was recovered, did not leak. */
export const amountOf = ({ baseQuantity, percentage, retainedQuantity }: Amount): string =>
  plain(
    parse(baseQuantity)
      .minus(parse(retainedQuantity ?? "0"))
      .times(parse(percentage)),
  );

/** The material balance of refrigerants needs what equipment holds, or what was recovered of its charge. */
export function checkRetained(
  { type, baseQuantity, retainedQuantity }: Amount & Pick<Invoice, "type">,
  passed: Passed,
): Check[] {
  const field = "retained_quantity";
  if (retainedQuantity == null || !passed("retainedQuantity")) return [];
  if (type !== "recharge") return [violation(field, "value_error.retained_quantity", "only for recharge invoices")];
  if (!passed("baseQuantity") || parse(retainedQuantity).lte(parse(baseQuantity))) return [];
  return [violation(field, "value_error.number.not_le", "ensure this value is at most base_quantity")];
}

export function checkProduct({ baseQuantity, percentage }: Amount, passed: Passed): Check[] {
  if (!passed("baseQuantity")) return [];
  if (amountOf({ baseQuantity, percentage }).replace(".", "").length <= DIGITS_MAX) return [];
  return [violation("base_quantity", "value_error.decimal.max_digits", `a share has more than ${DIGITS_MAX} digits`)];
}

type ShareRow = Share &
  Pick<InvoiceRow, "id" | "organizationId" | "sourceInvoiceId"> & {
    /** The part was deleted then; the name is that of its facility at the time. */
    deletedAt?: Date | null;
    facilityName?: string;
  };

/** All shares of stored invoices, in the order in which they were sent, and the names of the facilities. */
export async function selectShares(
  tx: Tx,
  orgs: readonly string[],
  invoices: readonly Invoice[],
  purpose: RelatedPurpose,
): Promise<{ shares: readonly ShareRow[]; facilityNames: FacilityNames }> {
  if (purpose === "announce") return { shares: [], facilityNames: new Map() };
  const sources = [...new Set(invoices.flatMap(({ sourceInvoiceId }) => sourceInvoiceId ?? []))];
  const facilities = [...new Set(invoices.map(({ facilityId }) => facilityId))].filter(isId);
  const [shares, facilityNames] = await Promise.all([
    sources.length === 0
      ? []
      : tx<(ShareRow & { facilityName: string })[]>`
          select i.id, i.source_invoice_id, i.organization_id, i.facility_id, i.percentage, i.company_name,
            f.name as facility_name, null::timestamptz as deleted_at
          from invoices i join facilities f on f.organization_id = i.organization_id and f.id = i.facility_id
          where i.organization_id = any(${orgs as string[]}::uuid[]) and i.source_invoice_id = any(${sources}::uuid[])
          union all
          select id, source_invoice_id, organization_id, facility_id, percentage, company_name, facility_name, deleted_at
          from deleted_invoice_shares
          where organization_id = any(${orgs as string[]}::uuid[]) and source_invoice_id = any(${sources}::uuid[])
          order by id`,
    selectFacilityNames(tx, orgs, facilities),
  ]);
  for (const { facilityId, facilityName, deletedAt } of shares) {
    if (!deletedAt) facilityNames.set(facilityId, facilityName);
  }
  return { shares, facilityNames };
}

export async function selectFacilityNames(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await tx<{ id: string; name: string }[]>`
    select id, name from facilities
    where organization_id = any(${orgs as string[]}::uuid[]) and id in (select unnest(${ids as string[]}::uuid[]))`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The shares of one invoice; that of the row itself as it is now. */
export const toShares = (row: InvoiceRow, shares: readonly ShareRow[], names: FacilityNames) =>
  shares
    .filter(({ sourceInvoiceId }) => sourceInvoiceId === row.sourceInvoiceId)
    .map((share) => (share.id === row.id ? { ...share, facilityId: row.facilityId } : share))
    .map(({ organizationId, facilityId, percentage, companyName, facilityName, deletedAt }) => ({
      organizationId,
      facilityId,
      percentage: { value: percentage },
      companyName: companyName ?? undefined,
      facilityName: deletedAt ? facilityName : names.get(facilityId),
      deletedAt: deletedAt ? timestampFromDate(deletedAt) : undefined,
    }));

/** The part of one facility by its id, or all parts by the id of their invoice. */
export async function selectPartIds(tx: Tx, org: string, id: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from invoices where organization_id = ${org} and (id = ${id} or source_invoice_id = ${id})`;
  return rows.map((row) => row.id);
}
