import type { Refusal } from "../refusals.ts";
import type { Row, Table, TableFile } from "../table.ts";

/** The file, as data of a new worker. */
export interface ParseTask extends Omit<TableFile, "bytes"> {
  bytes: ArrayBuffer;
}

/** Messages of a worker. After rows it waits for any message before it goes on. */
export type WorkerMessage =
  /** Its code is loaded. */
  | { kind: "begun" }
  | { kind: "rows"; rows: Row[] }
  | { kind: "table"; table: Table }
  | { kind: "refusal"; refusal: Refusal };
