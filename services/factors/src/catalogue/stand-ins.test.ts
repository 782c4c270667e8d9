import { expect, it } from "vitest";
import { indexStandIns } from "./stand-ins.ts";

it("the row of a dataset and category counts before that of the category, and this before that of the dataset", () => {
  const row = (dataset: string, category: string, earlierMax: number) => ({
    ...{ dataset, category, earlierMax, yearMeans: "data" as const, laterMax: null, origin: "", lossesIncluded: false },
  });
  const standInOf = indexStandIns([row("a", "", 1), row("", "hotel_stays", 2), row("a", "hotel_stays", 3)]);
  const limits = [
    standInOf("a", "hotel_stays"),
    standInOf("b", "hotel_stays"),
    standInOf("a", "fuels"),
    standInOf("b", "fuels"),
  ];
  expect(limits.map((rule) => rule?.earlierMax)).toEqual([3, 2, 1, undefined]);
});
