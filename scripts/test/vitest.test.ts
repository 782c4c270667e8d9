import { describe, expect, it } from "vitest";
import config from "../../vitest.config.ts";
import { type Report, STAGES, tallyOf } from "./vitest.ts";

/** The project of a command of its own. */
const OWN_COMMAND = "statements";

it("the runs of all tests have every project once", () => {
  const { projects = [] } = (config as { test?: { projects?: { test: { name: string } }[] } }).test ?? {};
  const names = projects.map(({ test }) => test.name).filter((name) => name !== OWN_COMMAND);
  expect(STAGES.flat(2).toSorted()).toEqual(names.toSorted());
});

function report(...files: { status: string; tests: string[] }[]): Report {
  return {
    testResults: files.map(({ status, tests }) => ({
      name: "a.test.ts",
      status,
      message: "",
      assertionResults: tests.map((status) => ({ status, fullName: "a test" })),
    })),
  };
}

describe("tallyOf", () => {
  it.each([
    {
      what: "tests",
      given: report({ status: "failed", tests: ["passed", "failed", "passed"] }),
      ended: false,
      is: [2, 1],
    },
    {
      what: "a file that cannot be loaded",
      given: report({ status: "failed", tests: [] }),
      ended: false,
      is: [0, 1],
    },
    {
      what: "an error outside the tests",
      given: report({ status: "passed", tests: ["passed"] }),
      ended: false,
      is: [1, 1],
    },
    { what: "no test at all", given: report(), ended: true, is: [0, 1] },
    { what: "a run without a report", given: null, ended: false, is: [0, 1] },
    { what: "only passed tests", given: report({ status: "passed", tests: ["passed"] }), ended: true, is: [1, 0] },
  ])("counts $what", ({ given, ended, is: [passed, failed] }) => {
    expect(tallyOf(given, ended)).toMatchObject({ passed, failed });
  });
});
