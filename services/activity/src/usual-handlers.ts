import type { DescService, Message, MessageInitShape } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { ListOptions, UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import type { RejectedRecord } from "@emissions/proto/activity/v1/record";

/** A request with the fields that the usual methods read. */
type Request = Message & {
  id: string;
  ids: string[];
  field: string;
  filterHash: string;
  records: readonly Message[];
  rejected: readonly RejectedRecord[];
  values?: Message | undefined;
  updateMask?: FieldMask | undefined;
  filter?: Message | undefined;
  options?: ListOptions | undefined;
};

type Handler = (request: Request, call: HandlerContext) => Promise<object>;
type Reply = (shown: object) => object;

/** The operations of a store that are methods of services. */
interface Store {
  create(call: HandlerContext, request: Request, reply: Reply): Promise<object>;
  createBatch(call: HandlerContext, request: Request): Promise<object>;
  get(call: HandlerContext, id: string): Promise<object>;
  list(call: HandlerContext, request: Request, many: string): Promise<object>;
  uniqueValues(call: HandlerContext, request: Request): Promise<MessageInitShape<typeof UniqueValuesSchema>>;
  update(call: HandlerContext, request: Request, reply: Reply): Promise<object>;
  remove(call: HandlerContext, request: Request): Promise<object>;
  removeByIds(call: HandlerContext, request: Request, field: string): Promise<object>;
  removeByFilter(call: HandlerContext, request: Request): Promise<object>;
}

/** The names of the methods. */
interface Names<One extends string, Many extends string> {
  create: `create${One}`;
  createBatch: `create${Many}`;
  get: `get${One}`;
  list: `list${Many}`;
  uniqueValues: `list${One}Values`;
  update: `update${One}`;
  remove: `delete${One}`;
  removeByIds: `delete${Many}`;
  removeByFilter: `delete${Many}ByFilters`;
}

/**
 * The handlers of the usual methods of a service, by the names of the methods: `one` and `many` are the names of the
 * resource in them, and of its fields in responses. A resource adds its other methods, and replaces a handler that differs.
 */
export function usualHandlers<T extends Partial<Store>, S extends DescService, One extends string, Many extends string>(
  store: T,
  service: S,
  { one, many }: { one: One; many: Many },
): Pick<ServiceImpl<S>, keyof ServiceImpl<S> & Names<Capitalize<One>, Capitalize<Many>>[keyof T & keyof Store]> {
  const [One, Many] = [capitalized(one), capitalized(many)];
  const ids = `${one.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_ids`;
  const reply = (shown: object) => ({ [one]: shown });
  const { create, createBatch, get, list, uniqueValues, update, remove, removeByIds, removeByFilter } = store as Store;
  const usual: { [O in keyof Store]: [name: string, handler: Handler] } = {
    create: [`create${One}`, (request, call) => create(call, request, reply)],
    createBatch: [`create${Many}`, (request, call) => createBatch(call, request)],
    get: [`get${One}`, async ({ id }, call) => reply(await get(call, id))],
    list: [`list${Many}`, (request, call) => list(call, request, many)],
    uniqueValues: [`list${One}Values`, async (request, call) => ({ uniqueValues: await uniqueValues(call, request) })],
    update: [`update${One}`, (request, call) => update(call, request, reply)],
    remove: [`delete${One}`, (request, call) => remove(call, request)],
    removeByIds: [`delete${Many}`, (request, call) => removeByIds(call, request, ids)],
    removeByFilter: [`delete${Many}ByFilters`, (request, call) => removeByFilter(call, request)],
  };
  const names = new Set(service.methods.map(({ localName }) => localName));
  const operations = (Object.keys(usual) as (keyof Store)[]).filter((operation) => operation in store);
  // The compiler does not know computed names.
  return Object.fromEntries(
    operations.map((operation) => usual[operation]).filter(([name]) => names.has(name)),
  ) as ReturnType<typeof usualHandlers<T, S, One, Many>>;
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
