import { describe, expect, it } from "vitest";
import { type Allowed, judge, readAdvisories, readAllowed, tooLong } from "./advisories.ts";

const ID = "GHSA-2222-3333-4444";
const advisory = { github_advisory_id: ID, module_name: "left-pad", severity: "high", title: "Pads too far" };
const allowed: Allowed = {
  id: ID,
  package: "left-pad",
  reason: "No input of clients is padded.",
  expires: "2026-06-30",
};

describe("an advisory", () => {
  it("counts unless the list allows it for this package", () => {
    expect(judge([advisory], [], "2026-06-30").counting).toEqual([advisory]);
    expect(judge([advisory], [allowed], "2026-06-30").counting).toEqual([]);
    expect(judge([{ ...advisory, module_name: "right-pad" }], [allowed], "2026-06-30").counting).toHaveLength(1);
  });

  it("counts again when its day has passed", () => {
    expect(judge([advisory], [allowed], "2026-07-01")).toMatchObject({ counting: [advisory], expired: [allowed] });
  });

  it("that the registry no longer tells is reported", () => {
    expect(judge([], [allowed], "2026-06-30").unused).toEqual([allowed]);
  });
});

describe("the answer of the registry", () => {
  it("has advisories by their numbers", () => {
    const printed = JSON.stringify({ advisories: { 1: { ...advisory, findings: [] } }, metadata: {} });
    expect(readAdvisories(printed)).toEqual([advisory]);
  });

  it("is no empty list if the registry refuses or prints something else", () => {
    const refusal = JSON.stringify({ error: { code: "ERR", message: "responded with 405" } });
    expect(() => readAdvisories(refusal)).toThrow("responded with 405");
    expect(() => readAdvisories("{}")).toThrow();
  });
});

it("the list of this project is well-formed", () => {
  expect(() => readAllowed()).not.toThrow();
});

it("an entry of the list is valid for 180 days at most", () => {
  expect(tooLong([{ ...allowed, expires: "2027-01-01" }], "2026-06-30")).toHaveLength(1);
  expect(tooLong([allowed], "2026-06-30")).toHaveLength(0);
});
