import { expect, it } from "vitest";
import { codeAt, isAppCode, newRecoveryCodes, plainCode, recoveryHash, shownSecret, stepAt, stepOf } from "./rules.ts";

const SECRET = Buffer.from("12345678901234567890");

// The table of RFC 6238, appendix B, has the last 8 digits; these are the last 6 of them.
it.each([
  { seconds: 59, code: "287082" },
  { seconds: 1_111_111_109, code: "081804" },
  { seconds: 1_111_111_111, code: "050471" },
  { seconds: 1_234_567_890, code: "005924" },
  { seconds: 2_000_000_000, code: "279037" },
  { seconds: 20_000_000_000, code: "353130" },
])("the code $seconds s after 1970 is $code, as in RFC 6238", ({ seconds, code }) => {
  expect(codeAt(SECRET, stepAt(seconds * 1_000))).toBe(code);
});

const at = 1_234_567_890_000;
const drifted = (steps: number) => codeAt(SECRET, stepAt(at) + steps);

it.each([
  { steps: -2, counts: false },
  { steps: -1, counts: true },
  { steps: 0, counts: true },
  { steps: 1, counts: true },
  { steps: 2, counts: false },
])("a code of a clock that is $steps steps of 30 s ahead counts: $counts", ({ steps, counts }) => {
  const step = stepOf({ secret: SECRET, code: drifted(steps), at, lastStep: null });
  expect(step).toBe(counts ? stepAt(at) + steps : null);
});

it("a code counts only if it is later than the last one", () => {
  const codes = [-1, 0, 1].map(drifted);
  const after = (lastStep: number) => codes.map((code) => stepOf({ secret: SECRET, code, at, lastStep }) !== null);
  expect(after(stepAt(at) - 1)).toEqual([false, true, true]);
  expect(after(stepAt(at))).toEqual([false, false, true]);
  expect(after(stepAt(at) + 1)).toEqual([false, false, false]);
});

it("codes count as people type them", () => {
  expect(plainCode(" 123 456 ")).toBe("123456");
  expect(["123456", "12345", "1234567", "１２３４５６", "12345a"].map(isAppCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  const hash = recoveryHash("ada", "MFRG-GZDF-MZTW-Q2LK");
  expect(recoveryHash("ada", "mfrg gzdf mztw q2lk")).toEqual(hash);
  expect(recoveryHash("eve", "MFRG-GZDF-MZTW-Q2LK")).not.toEqual(hash);
});

it("recovery codes are ten different texts of 80 random bits", () => {
  const codes = newRecoveryCodes();
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
});

it("a secret is shown as base32, and as the address that apps read", () => {
  expect(shownSecret(SECRET, "ana+1@holding.example")).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    uri:
      "otpauth://totp/Emissions%20Accounting:ana%2B1%40holding.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" +
      "&issuer=Emissions%20Accounting&algorithm=SHA1&digits=6&period=30",
  });
});
