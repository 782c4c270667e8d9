import type { Item, ReadResult } from "../document.ts";

export interface Golden {
  what: string;
  bytes: Buffer;
  /** Whether no person has to correct a value. */
  sure: boolean;
  expected: Partial<Omit<ReadResult, "items">> & { items: readonly Partial<Item>[] };
}

export const JANUARY = { startDate: "2025-01-01", endDate: "2025-01-31" };
export const FIRST = { invoiceNumber: "F-2025-117", ...JANUARY };
