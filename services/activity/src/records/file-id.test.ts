import { create } from "@bufbuild/protobuf";
import { NIL_ID } from "@emissions/kit/process/id";
import { CreateInvoiceRequestSchema } from "@emissions/proto/activity/v1/invoice_service";
import { CreatePurchaseRequestSchema } from "@emissions/proto/activity/v1/purchase_service";
import { CreateWasteRequestSchema } from "@emissions/proto/activity/v1/waste_service";
import { expect, it } from "vitest";
import { sentValues as invoiceValues } from "../invoice/rules.ts";
import { sentValues as purchaseValues } from "../purchase/rules.ts";
import { sentValues as wasteValues } from "../waste/rules.ts";

const FILE = "0197F3A0-0000-7000-8000-000000000001";

it.each([
  ["an invoice", (fileId: string) => invoiceValues(create(CreateInvoiceRequestSchema, { fileId }))],
  ["a purchase", (fileId: string) => purchaseValues(create(CreatePurchaseRequestSchema, { fileId }))],
  ["a waste", (fileId: string) => wasteValues(create(CreateWasteRequestSchema, { fileId }))],
])("the all-zero id says that %s has no file, as it does in filters", (_what, sent) => {
  expect([NIL_ID, FILE].map((fileId) => sent(fileId).fileId)).toEqual([null, FILE.toLowerCase()]);
});
