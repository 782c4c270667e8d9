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
import { SectorEditionSchema } from "@emissions/proto/factors/v1/sector_service";
import { checkCountry } from "../checks.ts";
import type { RowOf } from "../rows.ts";
import { editionText } from "../sector-edition.ts";

/** The values of a supplier that a caller sets, as stored. */
export type SupplierValues = Omit<RowOf<CreateSupplierRequest>, "codeType" | "sectorEdition"> & {
  codeType: string | null;
  sectorEdition: string | null;
  status: string;
};

/** "24.10", "C 24.10", "14.13/1", "31-33". */
const CODE = /^[0-9A-Za-z][0-9A-Za-z./ -]{0,19}$/;
const CODE_TYPES = enumTexts(SupplierCodeTypeSchema);
const EDITIONS = enumTexts(SectorEditionSchema);
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
    sectorEdition: editionText(request.sectorEdition),
    status: "status" in request ? enumText(SupplierStatusSchema, request.status) : IN_REVIEW,
  };
}

const IN_REVIEW = "in_review";
const ACTIVE = "active";

/** Without a code that exists, the factor of a purchase depends only on its sector, so the supplier needs a review. */
export const statusOf = (codeExists: boolean) => (codeExists ? ACTIVE : IN_REVIEW);

const isSameText = (a: SupplierValues, b: SupplierValues) => a.code === b.code && a.codeType === b.codeType;
export const hasSameCode = (a: SupplierValues, b: SupplierValues) =>
  isSameText(a, b) && a.sectorEdition === b.sectorEdition;

/** The changes, and the edition of the former code cleared, if a new code comes without one. */
export function withEdition(before: SupplierValues, changes: Partial<SupplierValues>): Partial<SupplierValues> {
  const keeps = changes.sectorEdition !== undefined || isSameText(before, { ...before, ...changes });
  return keeps ? changes : { ...changes, sectorEdition: null };
}

/** The supplier after a change. A new code that exists ends the review, unless the caller sets a status. */
export function changed(before: SupplierValues, changes: Partial<SupplierValues>, codeExists: boolean): SupplierValues {
  const after = { ...before, ...changes };
  if (changes.status !== undefined) return after;
  return { ...after, status: hasSameCode(before, after) ? before.status : statusOf(codeExists) };
}

/** True when the status depends on whether the code exists. */
export const needsCode = ({ code, codeType, sectorEdition, status }: Partial<SupplierValues>): boolean =>
  code !== undefined || codeType !== undefined || sectorEdition !== undefined || status === ACTIVE;

/** True when the factors of purchases from the supplier can change. */
export const needsRecalculation = (before: SupplierValues, after: SupplierValues) =>
  before.country !== after.country || !hasSameCode(before, after);

/** True for a code that the factors service can read. */
export const isCode = ({ code, codeType }: SupplierValues): boolean =>
  code !== null && CODE.test(code) && codeType !== null && CODE_TYPES.includes(codeType);

export function checkSupplier(supplier: SupplierValues, countries: ReadonlyMap<string, Country>): Check[] {
  const { businessName, country, vat, codeType, code, sectorEdition, status } = supplier;
  const checks: Check[] = [
    ...checkText("business_name", businessName, { max: 255, required: true }),
    ...checkCountry("country", country, countries),
    ...checkText("vat", vat, { max: 64 }),
    ...checkEnum("code_type", codeType, CODE_TYPES),
    ...checkEnum("sector_edition", sectorEdition, EDITIONS),
    ...checkEnum("status", status, STATUSES),
  ];
  if (sectorEdition !== null && codeType !== "nace" && codeType !== "cnae") {
    checks.push(
      violation("sector_edition", "value_error.sector_edition", "only codes of nace and cnae have an edition"),
    );
  }
  if (code !== null && !CODE.test(code)) {
    checks.push(
      violation("code", "value_error.str.regex", "at most 20 letters, digits, points, slashes, hyphens and blanks"),
    );
  }
  if (code !== null && codeType === null) checks.push(missing("code_type"));
  return checks;
}

/** A supplier whose code does not exist stays in review, also if the caller sends another status. */
export function checkStatus({ status }: SupplierValues, codeExists: boolean): Check[] {
  if (codeExists || status !== ACTIVE) return [];
  const msg = "a supplier without a code that exists and has one meaning is in review";
  return [violation("status", "value_error.supplier_status", msg)];
}
