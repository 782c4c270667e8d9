import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "services/**/*.test.ts", "scripts/**/*.test.ts", "tests/contract/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
