import { DRY_RUN } from "@emissions/kit/wire/headers";
import type { Caller } from "./kind.ts";

/** How a value of a valid record was understood, where it may mean several things. */
export interface RecordNotice {
  /** Place of the record in the batch, from 0. */
  index: number;
  /** Names of the fields from the record to the value. */
  loc: string[];
  msg: string;
  type: string;
}

/** Notices in one answer. */
const NOTICES_MAX = 20_000;

const noted = new WeakMap<Headers, RecordNotice[]>();

export const isDryRun = ({ requestHeader }: Pick<Caller, "requestHeader">): boolean => requestHeader.has(DRY_RUN);

/** Remembers notices for the validation that made the call. Other calls have no use for them. */
export function addNotices({ requestHeader }: Pick<Caller, "requestHeader">, notices: readonly RecordNotice[]): void {
  const known = noted.get(requestHeader) ?? [];
  noted.set(requestHeader, [...known, ...notices].slice(0, NOTICES_MAX));
}

export const noticesOf = ({ requestHeader }: Pick<Caller, "requestHeader">): readonly RecordNotice[] =>
  noted.get(requestHeader) ?? [];
