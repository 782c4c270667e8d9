import type { DescService } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { recordStore } from "./store.ts";

/** Methods that every kind of record has. */
type Usual<One extends string, Many extends string> =
  | `${"create" | "get" | "update" | "delete"}${Capitalize<One>}`
  | `${"create" | "list" | "delete"}${Capitalize<Many>}`
  | `list${Capitalize<One>}Values`
  | `delete${Capitalize<Many>}ByFilters`;

type Store<V extends object, L extends object, R extends object> = ReturnType<typeof recordStore<V, L, R>>;
type AnyStore = Store<object, object, object>;
/** A request with the fields that the usual methods read. */
type Request = Parameters<AnyStore["createBatch"]>[1] &
  Parameters<AnyStore["update"]>[1] &
  Parameters<AnyStore["removeByIds"]>[1] &
  Parameters<AnyStore["removeByFilter"]>[1] &
  Parameters<AnyStore["uniqueValues"]>[1];
type Handler = (request: Request, call: HandlerContext) => Promise<object>;

/**
 * The handlers of the usual methods of a service, by the names of the methods: `one` and `many` are the names of the kind
 * in them, and of its fields in responses. A kind adds its other methods, and replaces a handler that differs.
 */
export function recordHandlers<
  V extends object,
  L extends object,
  R extends object,
  S extends DescService,
  One extends string,
  Many extends string,
>(
  store: Store<V, L, R>,
  service: S,
  { one, many }: { one: One; many: Many },
): Pick<ServiceImpl<S>, keyof ServiceImpl<S> & Usual<One, Many>> {
  const [One, Many] = [capitalized(one), capitalized(many)];
  const ids = `${one.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_ids`;
  const reply = (record: object) => ({ [one]: record });
  const usual: Record<string, Handler> = {
    [`create${One}`]: (request, call) => store.create(call, request, reply),
    [`create${Many}`]: (request, call) => store.createBatch(call, request),
    [`get${One}`]: async ({ id }, call) => reply(await store.get(call, id)),
    [`list${Many}`]: (request, call) => store.list(call, request, many),
    [`list${One}Values`]: async (request, call) => ({ uniqueValues: await store.uniqueValues(call, request) }),
    [`update${One}`]: (request, call) => store.update(call, request, reply),
    [`delete${One}`]: (request, call) => store.remove(call, request),
    [`delete${Many}`]: (request, call) => store.removeByIds(call, request, ids),
    [`delete${Many}ByFilters`]: (request, call) => store.removeByFilter(call, request),
  };
  const named = service.methods.flatMap(({ localName: name }) => (name in usual ? [[name, usual[name]]] : []));
  // The compiler does not know computed names.
  return Object.fromEntries(named) as ReturnType<typeof recordHandlers<V, L, R, S, One, Many>>;
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
