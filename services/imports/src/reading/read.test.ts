import { describe, expect, it } from "vitest";
import { isSure } from "./assess.ts";
import { failureOf } from "./document.ts";
import { GOLDEN } from "./golden/golden.fixture.ts";
import { HOSTILE } from "./golden/hostile.fixture.ts";
import { readDocument } from "./read.ts";

describe("a document", () => {
  it.each(GOLDEN)("$what", async ({ bytes, sure, expected }) => {
    const result = await readDocument({ bytes });
    expect(result).toMatchObject(expected);
    expect(result.items).toHaveLength(expected.items.length);
    expect([isSure(result), result.warnings]).toEqual([sure, expected.warnings ?? []]);
  });

  it.each(HOSTILE)("$what is refused: $code", async ({ bytes, code }) => {
    const error = await readDocument({ bytes: bytes() }).catch((cause) => cause);
    expect(failureOf(error)?.code).toBe(code);
  });
});
