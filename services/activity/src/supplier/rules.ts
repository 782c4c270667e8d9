import { type Check, checkEnum, checkText, missing, violation } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import {
  type CreateSupplierRequest,
  SupplierCodeType,
  SupplierCodeTypeSchema,
  SupplierStatusSchema,
  type UpdateSupplierRequest,
} from "@emissions/proto/activity/v1/supplier_service";
import type { Country } from "@emissions/proto/factors/v1/country_service";
import { checkCountry } from "../checks.ts";
import type { RowOf } from "../rows.ts";

/** The values of a supplier that a caller sets, as stored. */
export type SupplierValues = Omit<RowOf<CreateSupplierRequest>, "codeType"> & {
  codeType: string | null;
  status: string;
};

const CODE = /^[0-9A-Za-z.]{1,20}$/;
const CODE_TYPES = enumTexts(SupplierCodeTypeSchema);
const STATUSES = enumTexts(SupplierStatusSchema);

export function supplierValues(request: CreateSupplierRequest | UpdateSupplierRequest): SupplierValues {
  const code = request.code || null;
  const { codeType } = request;
  return {
    businessName: request.businessName,
    country: request.country,
    vat: request.vat || null,
    codeType: codeType === SupplierCodeType.UNSPECIFIED ? null : enumText(SupplierCodeTypeSchema, codeType),
    code,
    status: "status" in request ? enumText(SupplierStatusSchema, request.status) : statusOf(code),
  };
}

/** Without a code, the factor of a purchase depends only on its sector, so the supplier needs a review. */
export const statusOf = (code: string | null) => (code === null ? "in_review" : "active");

/** The supplier after a change. A new code ends the review, unless the caller sets a status. */
export function changed(before: SupplierValues, changes: Partial<SupplierValues>): SupplierValues {
  const after = { ...before, ...changes };
  if (after.code === null) return { ...after, status: changes.status ?? "in_review" };
  return { ...after, status: changes.status ?? (after.code === before.code ? before.status : "active") };
}

/** True when the factors of purchases from the supplier can change. */
export const needsRecalculation = (before: SupplierValues, after: SupplierValues) =>
  before.country !== after.country || before.codeType !== after.codeType || before.code !== after.code;

export function checkSupplier(supplier: SupplierValues, countries: ReadonlyMap<string, Country>): Check[] {
  const { businessName, country, vat, codeType, code, status } = supplier;
  const checks = [
    ...checkText("business_name", businessName, { max: 255, required: true }),
    ...checkCountry("country", country, countries),
    ...checkText("vat", vat, { max: 64 }),
    ...checkEnum("code_type", codeType, CODE_TYPES),
    ...checkEnum("status", status, STATUSES),
  ];
  if (code !== null && !CODE.test(code)) {
    checks.push(violation("code", "value_error.str.regex", "at most 20 letters, digits and points"));
  }
  if (code !== null && codeType === null) checks.push(missing("code_type"));
  if (code === null && status === "active") {
    checks.push(violation("status", "value_error.supplier_status", "a supplier without a code is in review"));
  }
  return checks;
}
