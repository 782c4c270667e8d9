import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { accessTo } from "./access.ts";

const image = readFileSync(new URL(import.meta.resolve("@emissions/proto/image.binpb")));
const methods = [...createFileRegistry(fromBinary(FileDescriptorSetSchema, image))].flatMap((type) =>
  type.kind === "service" ? type.methods : [],
);
const nameOf = ({ parent, name }: (typeof methods)[number]) =>
  `${parent.typeName.split(".")[1]}.${parent.name}.${name}`;

it("every method says who may call it", () => {
  expect(methods.length).toBeGreaterThan(300);
  expect(methods.filter((method) => accessTo(method) === undefined)).toEqual([]);
});

/** The methods that a service may call with its own key, without a call of a user. */
const ownWork = (service: string) =>
  methods
    .filter((method) => [...accessTo(method).services, ...accessTo(method).unattended].includes(service))
    .map(nameOf)
    .toSorted();

it("a service reads and writes with its own key only what its own work needs", () => {
  expect(ownWork("notify")).toEqual([]);
  expect(ownWork("factors")).toEqual([]);
  expect(ownWork("calc")).toEqual(["factors.SelectionService.ResolveFactors"]);
  expect(ownWork("activity").filter((name) => !name.startsWith("factors."))).toEqual([
    "calc.CalculationService.PreviewCalculations",
  ]);
  const ofImports = ownWork("imports").filter((name) => !/^factors\.\w+\.List/.test(name));
  expect(ofImports.filter((name) => !/\.(Create\w+s|Enqueue\w+)$/.test(name))).toEqual([
    "activity.DuplicateService.FindDuplicates",
    "activity.IngestJobService.BeginIngestJob",
    "activity.IngestJobService.CloseIngestJob",
    "activity.IngestJobService.FailIngestJobItems",
    "activity.IngestJobService.ListIngestJobItems",
    "activity.ProjectService.LinkRecords",
    "activity.RecordValidationService.ValidateRecords",
    "activity.ReferenceService.ListReferenceNames",
    "activity.ReferenceService.LookUpReferences",
    "imports.FileUseService.CountFileUses",
  ]);
});

it("only the gateway asks who a credential belongs to", () => {
  const access = methods.filter(({ parent }) => parent.name === "AccessService");
  for (const method of access) expect(accessTo(method)).toMatchObject({ roles: [], services: ["gateway"] });
});
