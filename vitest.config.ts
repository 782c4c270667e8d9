import { defineConfig } from "vitest/config";

const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    globalSetup: ["packages/testkit/src/global-setup.ts"],
    projects: [
      {
        test: {
          ...limits,
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "services/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/golden/**/*.test.ts",
          ],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // These start all six processes: one file at a time, after the others, or the machine itself is what is tested.
        test: {
          testTimeout: 120_000,
          hookTimeout: 120_000,
          name: "system",
          include: ["tests/e2e/**/*.test.ts", "tests/fault/**/*.test.ts"],
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
