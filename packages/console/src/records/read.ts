import type { Client } from "../state/account.ts";
import type { Kind, RecordRow } from "./kinds.ts";

export const PAGE_SIZE = 25;

/** The filters of the address. Empty texts filter nothing. */
export interface Filters {
  text: string;
  status: string;
  from: string;
  to: string;
  /** Id of the file of an import. */
  file: string;
}

export const NO_FILTERS: Filters = { text: "", status: "", from: "", to: "", file: "" };

/** The place of a page: after the cursor of the former one, or by number in lists without cursors. */
export interface Position {
  cursor?: string;
  page?: number;
}

export interface RecordPage {
  items: readonly RecordRow[];
  total: number;
  /** Undefined on the last page. */
  next: Position | undefined;
}

/** One page of the records of a kind. */
export async function readRecords(
  client: Client,
  kind: Kind,
  { filters, position, signal }: { filters: Filters; position: Position; signal: AbortSignal },
): Promise<RecordPage> {
  const query = { size: PAGE_SIZE, ...position, ...parametersOf(kind, filters) };
  // All lists of kinds have pages of the same shape; the table of kinds names no other operation.
  const { answer, cursor } = await client.page(kind.list as "listPurchases", { query, signal });
  const items = answer.items as unknown as RecordRow[];
  return { items, total: answer.total, next: nextOf(items.length, cursor, position) };
}

function nextOf(length: number, cursor: string | undefined, { page = 1 }: Position): Position | undefined {
  if (cursor !== undefined) return { cursor };
  return length < PAGE_SIZE ? undefined : { page: page + 1 };
}

/** The filters that the list of the kind takes, under its own names. */
export function parametersOf(kind: Kind, { text, status, from, to, file }: Filters): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = {};
  if (text !== "" && kind.search) parameters[kind.search] = text;
  if (status !== "" && kind.status.values.includes(status)) parameters[kind.status.field] = [status];
  if (file !== "") parameters.file_id = [file];
  const [first, last] = kind.range ?? [];
  if (from !== "" && first) parameters[first] = from;
  if (to !== "" && last) parameters[last] = to;
  return parameters;
}
