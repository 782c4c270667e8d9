import type { Tx } from "@emissions/kit/db/transactions";
import type { Combine } from "../combine/combine.ts";
import type { Fill } from "../mapping/fill.ts";
import type { DateOrder, DecimalMark } from "../table/locale/locales.ts";
import type { DateSystem, FileType } from "../table/table.ts";
import type { State } from "./states.ts";

/** By column of the template. */
export interface StoredStyles {
  decimalMarks: Record<string, DecimalMark | null>;
  dateOrders: Record<string, DateOrder | null>;
  /** Missing in validations of earlier releases. */
  mixedDates?: string[];
  shown?: Record<string, readonly string[]>;
  lowShares?: string[];
}

/** A row of `import_sessions`. `status` is `expired` as soon as the time is over. */
export interface SessionRow {
  organizationId: string;
  id: string;
  templateId: string;
  isPersonal: boolean;
  status: State;
  statusCode: string | null;
  statusDetail: string | null;
  revision: number;
  fileId: string | null;
  rawFileId: string | null;
  fileName: string;
  fileType: FileType;
  userId: string | null;
  actorType: "user" | "api_key" | "system";
  actorApiKeyId: string | null;
  numericLocale: string | null;
  dateLocale: string | null;
  projectId: string | null;
  folderId: string | null;
  sheetName: string | null;
  headerRow: number | null;
  sheets: string[];
  selectedSheet: string | null;
  detectedHeaderRow: number;
  sourceColumns: string[] | null;
  dateSystem: DateSystem;
  /** Columns of the template by columns of the file. */
  mapping: Record<string, string> | null;
  fill: Fill;
  /** Null: each row of the file is a record. */
  combine: Combine | null;
  /** Rows of the file that the present combined rows are made of; null if there are none. */
  combinedFrom: number | null;
  /** Values of the API by texts of the file, by column of the template. */
  valueMappings: Record<string, Record<string, string>>;
  totalRows: number;
  hiddenRows: number;
  validRows: number;
  errorRows: number;
  /** Rows that may repeat what is there, or an earlier row. */
  duplicateRows: number;
  /** The latest validation made errors of them. */
  isStrict: boolean;
  errorsByColumn: Record<string, number> | null;
  /** How the latest validation read numbers and days. */
  styles: StoredStyles | null;
  processingJobId: string | null;
  rowsSubmitted: number | null;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date | null;
}

/** The status as clients see it. States that do not expire are those of `states.ts`. */
export const currentStatus = (tx: Tx) => tx`
  case when expires_at <= now() and status not in ('submitting', 'submitted', 'failed') then 'expired' else status end`;
