import { kinds } from "@emissions/activity/kinds";
import { USABLE_CATEGORIES } from "@emissions/factors/custom_record/categories";
import { enumTexts } from "@emissions/kit/wire/enum";
import { InvoiceTypeSchema } from "@emissions/proto/activity/v1/invoice_service";
import { expect, it } from "vitest";

it("factors accepts custom records for exactly the categories that kinds of records can name", () => {
  const types = enumTexts(InvoiceTypeSchema);
  const named = kinds.flatMap(({ customCategory }) => types.map((type) => customCategory?.({ type })));
  const categories = new Set(named.filter((category) => category !== undefined));
  expect([...categories].sort()).toEqual([...USABLE_CATEGORIES].sort());
});
