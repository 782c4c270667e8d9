import type { InvoiceValues } from "@emissions/proto/activity/v1/invoice_service";
import type { ValuesOf } from "../records/columns.ts";
import type { StoredRecord } from "../records/kind.ts";

/** Keys of fuel and supplier in the library. */
export interface LibraryKeys {
  fuelCategory: string | null;
  fuelKey: string | null;
  supplierKey: string | null;
}

export type InvoiceType = "heat" | "electricity" | "water" | "recharge" | "process";

/** The part of one facility. */
export interface Invoice extends Omit<ValuesOf<InvoiceValues, "baseQuantity">, "type">, LibraryKeys {
  type: InvoiceType;
  /** The status that a client has set; it stays whatever the result is. */
  heldStatus: "uploaded" | "review" | "inactive" | null;
  sourceInvoiceId: string;
  /** Share of the facility, 0 to 1. */
  percentage: string;
  companyName: string | null;
  quantity: string;
  /** The reading of a document that the invoice was made from. */
  invofoxId: string | null;
}

export type InvoiceRow = Invoice & StoredRecord;
