import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { SupplierSchema, SupplierService, SupplierStatus } from "@emissions/proto/activity/v1/supplier_service";

export const SUPPLIER_ID = "0190f3a0-0000-7000-8000-0000000000aa";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

/** Knows one supplier, which purchases name. */
export function supplierService(organizationId: string): ServiceEntry {
  const supplier = create(SupplierSchema, {
    id: SUPPLIER_ID,
    organizationId,
    businessName: "Papelera",
    country: "ES",
    status: SupplierStatus.IN_REVIEW,
    createdAt: NOW,
  });
  const one = (id: string) => {
    if (id !== SUPPLIER_ID) throw notFound("supplier");
    return { supplier };
  };
  return serve(SupplierService, {
    createSupplier: ({ $typeName: _, ...sent }) => ({ supplier: { ...supplier, ...sent } }),
    getSupplier: ({ id }) => one(id),
    listSuppliers: ({ page }) => ({ suppliers: page === 1 ? [supplier] : [], total: 1 }),
    updateSupplier: ({ id }) => one(id),
    deleteSupplier: ({ id }) => {
      one(id);
      throw conflict("SUPPLIER_IN_USE", "Purchases name the supplier.");
    },
  });
}
