import { type DescMethod, type DescService, getOption, hasOption } from "@bufbuild/protobuf";
import { resource } from "@emissions/proto/common/v1/resource";

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);
const words = (name: string) => name.replaceAll("_", " ");

export type UsualMethod =
  | "create"
  | "createBatch"
  | "list"
  | "values"
  | "get"
  | "update"
  | "remove"
  | "removeByIds"
  | "removeByFilters";

/** The resource that the proto of a service declares. */
export function resourceOf(service: DescService) {
  if (!hasOption(service, resource)) throw new Error(`${service.typeName} declares no resource.`);
  const { one, many, entity, path, param, ...fields } = getOption(service, resource);
  const [One, Many] = [pascal(one), pascal(many)];
  const names: Record<UsualMethod, string> = {
    create: `create${One}`,
    createBatch: `create${Many}`,
    list: `list${Many}`,
    values: `list${One}Values`,
    get: `get${One}`,
    update: `update${One}`,
    remove: `delete${One}`,
    removeByIds: `delete${Many}`,
    removeByFilters: `delete${Many}ByFilters`,
  };
  const methodOf = (name: string) => service.methods.find(({ localName }) => localName === name);
  return {
    one,
    many,
    /** For texts: "an invoice", "invoices". */
    aName: `${/^[aeiou]/.test(one) ? "an" : "a"} ${words(one)}`,
    names: words(many),
    /** Also the text of its EntityType. */
    table: entity || many,
    path: path as `/v${1 | 2}/${string}`,
    param: param || "id",
    /** The usual methods that the service has. */
    methods: Object.fromEntries(Object.entries(names).map(([usual, name]) => [usual, methodOf(name)])) as Record<
      UsualMethod,
      DescMethod | undefined
    >,
    days: fields.days,
    title: fields.title,
    columns: fields.columns,
  };
}

/** Whether the proto of a service declares a resource. */
export const hasResource = (service: DescService): boolean => hasOption(service, resource);
