import { kinds } from "@emissions/activity/kinds";
import { ACTIVITY_CATEGORIES } from "@emissions/factors/custom_record/categories";
import { enumTexts } from "@emissions/kit/wire/enum";
import { InvoiceTypeSchema } from "@emissions/proto/activity/v1/invoice_service";
import { expect, it } from "vitest";

it("kinds of records name custom records of categories that exist", () => {
  const types = enumTexts(InvoiceTypeSchema);
  const named = kinds.flatMap(({ customFactor }) => types.map((type) => customFactor?.category({ type })));
  const categories = new Set(named.filter((category) => category !== undefined));
  expect(ACTIVITY_CATEGORIES).toEqual(expect.arrayContaining([...categories]));
  expect(categories.size).toBe(13);
});
