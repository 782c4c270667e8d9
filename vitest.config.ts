import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const SERVERS = "packages/testkit/src/global-setup.ts";
/** Longer than any awaited event may take, so that the error names the event. */
const unit = { testTimeout: 180_000, hookTimeout: 180_000 };
// Many tests wait for a timer or a server and leave their core to others.
const maxWorkers = availableParallelism() * 2;
// A slow machine takes minutes for a test that starts and kills processes.
const system = { testTimeout: 600_000, hookTimeout: 600_000 };
/** Files that count the sockets or measure the memory of their process: other files must not share it. */
const WHOLE_PROCESS = [
  "services/notify/src/outbound/**/*.test.ts",
  "services/gateway/src/compose/survey-row-export.test.ts",
];
/** Files that start or kill processes of the system. They wait much, so two run at a time. */
const OWN_PROCESSES = ["tests/e2e/own/**/*.test.ts", "tests/fault/**/*.test.ts"];
/** `npm run statements` runs the files that share a system. */
const WITH_OWN_SYSTEM = process.env.STATEMENTS === undefined ? OWN_PROCESSES : [];
/** Files of `npm run spreadsheets`: they start programs that not every machine has. */
const SPREADSHEETS = process.env.SPREADSHEETS === undefined ? [] : ["tests/spreadsheets/**/*.test.ts"];
/** Files of `npm run console:test`: they start a browser, which not every machine has. */
const CONSOLE = process.env.CONSOLE === undefined ? [] : ["tests/console/**/*.test.ts"];
/** Files of `npm run upgrade:test`: they install another release. */
const UPGRADE = process.env.UPGRADE === undefined ? [] : ["tests/upgrade/**/*.test.ts"];
/** Files of `npm run image:test`: they need the image and something that runs it. */
const IMAGE = process.env.IMAGE === undefined ? [] : ["tests/image/**/*.test.ts"];
/** Files for a real S3 server (docs/files.md). The tests of imports have a stand-in. */
const FILE_STORE = process.env.FILE_STORE_URL === undefined ? [] : ["tests/file-store/**/*.test.ts"];
/** Files of `npm run statements`: they look at the plans of all statements of the end-to-end tests before them. */
const STATEMENTS = process.env.STATEMENTS === undefined ? [] : ["tests/statements/statements.test.ts"];
/**
 * Files of `npm run faults` alone. CI has cheaper tests of the same: those of `npm start` restart it after a kill once.
 * Those of kit stop a process that still serves, set a neighbour back, and fill a disk. promtool makes each alert fire.
 * `replicas-killed` kills processes at random under load; `locked-rows` and `restored-backup` have the other faults.
 */
const FAULTS_ONLY = [
  ...["start-killed", "rolling-restart", "set-back-alone", "full-disk", "alerts"],
  ...["random-faults", "faults-during-batch", "restored-under-load"],
]
  .filter(() => process.env.FAULT_SECONDS === undefined)
  .map((name) => `tests/fault/${name}.test.ts`);
/** Files that also limit the time of an answer. They need the whole machine, so only one runs at a time. */
const WHOLE_MACHINE = ["fairness", "locked-rows", "faults-during-batch"].map((name) => `tests/fault/${name}.test.ts`);

export default defineConfig({
  test: {
    // Files of one worker share their modules. Loading these for each file would cost more than most tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "services/**/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/accounts/**/*.test.ts",
            "tests/golden/**/*.test.ts",
            "tests/chart/**/*.test.ts",
            "tests/statements/constrained.test.ts",
          ],
          exclude: [...configDefaults.exclude, ...WHOLE_PROCESS],
          globalSetup: [SERVERS],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: "isolated",
          include: WHOLE_PROCESS,
          isolate: true,
          globalSetup: [SERVERS],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...system,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts", ...CONSOLE],
          exclude: [...configDefaults.exclude, ...OWN_PROCESSES],
          // All files use one running system.
          globalSetup: [SERVERS, "tests/support/shared-system.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...system,
          name: "own processes",
          include: [...WITH_OWN_SYSTEM, ...SPREADSHEETS, ...IMAGE, ...UPGRADE, ...FILE_STORE],
          exclude: [...configDefaults.exclude, ...WHOLE_MACHINE, ...FAULTS_ONLY],
          globalSetup: [SERVERS],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...system,
          name: "statements",
          include: STATEMENTS,
          globalSetup: [SERVERS],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          ...system,
          name: "whole machine",
          include: WHOLE_MACHINE,
          globalSetup: [SERVERS],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
