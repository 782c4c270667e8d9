import { expect, it } from "vitest";
import { cursorIn } from "./paging.ts";

it.each([
  { link: '</v1/purchases?size=2&cursor=Wy-J_m>; rel="next"', cursor: "Wy-J_m" },
  { link: '</v1/purchases?cursor=Wy>; rel="next", </docs>; rel="help"', cursor: "Wy" },
  { link: '</v1/purchases?cursor=Wy>; rel="prev"', cursor: undefined },
  { link: null, cursor: undefined },
])("reads the cursor of the next page in $link", ({ link, cursor }) => {
  expect(cursorIn(link)).toBe(cursor);
});
