import type { DescMethodServerStreaming, DescMethodUnary, Message } from "@bufbuild/protobuf";
import { NIL_ID } from "@emissions/kit/process/id";
import { conflict, unprocessable } from "@emissions/kit/wire/errors";
import { flatFields, flatValue } from "@emissions/kit/wire/fields";
import { presentField } from "@emissions/kit/wire/present";
import type { Caller } from "../rest/call.ts";
import type { ExportRequest } from "../rest/list-export.ts";
import type { Item } from "./columns.ts";

/** Rows of one call. */
const PAGE_ROWS = 250;
/** Rows of one export. The services refuse more; rows that are added meanwhile can exceed it. */
const ROWS_MAX = 50_000;
/** Pages of one export: twice as many as its rows fill, because rows may be added meanwhile. */
const PAGES_MAX = (2 * ROWS_MAX) / PAGE_ROWS;
/** The longest export. */
const EXPORT_MS_MAX = 10 * 60_000;

type Asked = Omit<ExportRequest, "format">;

/** All items of the list, some at a time. Refusals come with the first of them. */
export function itemsOf(asked: Asked): AsyncGenerator<Item[]> {
  const { method, call } = asked;
  return method.methodKind === "server_streaming" ? streamed(asked, method) : pagesOf(call, { ...asked, method });
}

interface PagedList {
  method: DescMethodUnary;
  /** The field of the reply with the items. */
  returns: string;
  message: Message;
  filterHash?: string | undefined;
}

/** Pages by id: a row that stays is in exactly one, whatever is inserted, changed and deleted meanwhile. */
export async function* pagesOf(
  call: Caller,
  { method, returns, message, filterHash }: PagedList,
): AsyncGenerator<Item[]> {
  const end = performance.now() + EXPORT_MS_MAX;
  let after = NIL_ID;
  for (let page = 0; page < PAGES_MAX && performance.now() < end; page += 1) {
    const reply = await call(method, withFields(message, method, { after, size: PAGE_ROWS }) as never);
    if (page === 0) checkHash(method, reply, filterHash);
    const items = presentField(method.output, reply, returns) as Item[];
    if (items.length > 0) yield items;
    if (items.length < PAGE_ROWS) return;
    after = items.at(-1)!.id as string;
  }
  throw new Error("An export has too many pages or takes too long.");
}

/** Read twice, because only a count before the first row can refuse too many. */
async function* streamed(
  { stream, message, returns }: Asked,
  method: DescMethodServerStreaming,
): AsyncGenerator<Item[]> {
  const list = () => stream(method, message as never);
  const itemsIn = (reply: Message) => presentField(method.output, reply, returns) as Item[];
  let count = 0;
  for await (const reply of list()) {
    count += itemsIn(reply).length;
    if (count > ROWS_MAX) throw unprocessable("TOO_MANY_ROWS", `At most ${ROWS_MAX} rows can be exported at once.`);
  }
  for await (const reply of list()) yield itemsIn(reply);
}

function checkHash({ output }: DescMethodUnary, reply: Message, filterHash: string | undefined): void {
  if (filterHash === undefined) return;
  const field = flatFields(output).get("filter_hash");
  if (field !== undefined && flatValue(reply, field) !== filterHash)
    throw conflict("FILTER_HASH_MISMATCH", "The rows that match are not those that the hash was given for.");
}

/** A copy of the request of a list with other values of some fields, wherever they are. */
function withFields(message: Message, { input }: DescMethodUnary, values: Record<string, unknown>): object {
  const copy = { ...message } as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    const { field, path } = flatFields(input).get(name)!;
    let holder = copy;
    for (const inner of path) {
      holder[inner] = { ...(holder[inner] as object) };
      holder = holder[inner] as Record<string, unknown>;
    }
    holder[field.localName] = value;
  }
  return copy;
}
