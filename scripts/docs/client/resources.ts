import { readFileSync } from "node:fs";
import { createFileRegistry, type DescService, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { enumTexts } from "@emissions/kit/wire/enum";
import { hasResource, resourceOf } from "@emissions/kit/wire/resource";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { type Document, type Endpoint, endpointsOf } from "./document.ts";

const image = new URL(import.meta.resolve("@emissions/proto/image.binpb"));
const ORDER = enumTexts(EntityTypeSchema);

/** The table of the resources that the protos declare and the API serves, in the order of their entity types. */
export function resourceTable(document: Document): string {
  const types = [...createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(image)))];
  const services = types.filter((type) => type.kind === "service").filter(hasResource);
  const endpoints = new Map(endpointsOf(document).map((endpoint) => [endpoint.operation.operationId, endpoint]));
  const shown = services.filter((service) => resourceOf(service).columns.length > 0);
  const rows = shown.toSorted((a, b) => placeOf(a) - placeOf(b)).map((service) => entryOf(service, endpoints));
  return `export const resources = [\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join("")}] as const satisfies readonly Resource[];\n`;
}

const placeOf = (service: DescService) => {
  const at = ORDER.indexOf(resourceOf(service).table);
  return at < 0 ? ORDER.length : at;
};

function entryOf(service: DescService, endpoints: ReadonlyMap<string, Endpoint>) {
  const { one, table: name, methods, days, title, columns } = resourceOf(service);
  const operation = (method: { localName: string } | undefined) => endpoints.get(method?.localName ?? "")!;
  const [get, list] = [operation(methods.get), operation(methods.list)];
  const calculation = [...endpoints.values()].find(({ path }) => path === `${get.path}/calculation`);
  const parameters = [...get.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
  const queries = new Map(list.operation.parameters.map((one) => [one.name, one.schema]));
  const first = (...names: string[]) => names.find((each) => queries.has(each));
  const status = first("status[]", "calculation_status[]");
  return {
    one,
    name,
    create: operation(methods.create).operation.operationId,
    list: list.operation.operationId,
    get: get.operation.operationId,
    remove: operation(methods.remove).operation.operationId,
    ...(calculation && { calculation: calculation.operation.operationId }),
    path: parameters.map((parameter, at) => [parameter, at === parameters.length - 1 ? "id" : parameter]),
    days,
    title,
    columns,
    search: first("search", "name"),
    range: [["start_date", "end_date"] as const, ["date_from", "date_until"] as const].find((range) =>
      range.every((each) => queries.has(each)),
    ),
    ...(status && { status: { field: status.replace("[]", ""), values: queries.get(status)!.items!.enum! } }),
  };
}
