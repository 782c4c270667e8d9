import { expect, it } from "vitest";
import { packagesOfCheckout, readAllowList, refusedLicences } from "./licences.ts";

const some = (name: string, license: string) => ({ name, license, version: "1.0.0", folder: "" });

it("every installed package has an allowed licence", () => {
  const packages = packagesOfCheckout();
  expect(packages.length).toBeGreaterThan(100);
  expect(refusedLicences(packages, readAllowList())).toEqual([]);
});

it("a package with another licence or none is refused, and one with a reason is not", () => {
  const packages = [some("a", "MIT"), some("b", "GPL-3.0"), some("c", "UNKNOWN"), some("d-linux-x64", "MPL-2.0")];
  const list = { licences: ["MIT"], packages: [{ name: "d", licence: "MPL-2.0", reason: "Only tests use it." }] };
  expect(refusedLicences(packages, list).map(({ name }) => name)).toEqual(["b", "c"]);
});

it("an exception is for one licence", () => {
  const list = { licences: [], packages: [{ name: "d", licence: "MPL-2.0", reason: "Only tests use it." }] };
  expect(refusedLicences([some("d", "GPL-3.0")], list)).toHaveLength(1);
});
