import { describe, expect, it } from "vitest";
import { suits } from "./node-version.mjs";

describe("suits", () => {
  it.each(["v22.18.0", "v22.23.3", "v24.11.1", "v24.19.0", "v24.22.0", "v26.2.0", "v26.11.0"])(
    "%s will do",
    (version) => {
      expect(suits(version)).toBe(true);
    },
  );

  it.each(["v18.20.0", "v20.20.2", "v22.17.1", "v24.20.0", "v24.21.0", "v26.3.0", "v26.10.0"])(
    "%s will not",
    (version) => {
      expect(suits(version)).toBe(false);
    },
  );
});
