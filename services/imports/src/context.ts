import type { Client, Transport } from "@connectrpc/connect";
import type { Db } from "@emissions/kit/db/transactions";
import type { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import type { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import type { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import type { ProjectService } from "@emissions/proto/activity/v1/project_service";
import type { WasteService } from "@emissions/proto/activity/v1/waste_service";
import type { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import type { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import type { ContentStore } from "./file/store/content-store.ts";
import type { FileTokens } from "./presigned/token.ts";
import type { DocumentReader } from "./reading/document.ts";
import type { Runner } from "./session/runner.ts";
import type { TableReader } from "./table/reader.ts";
import type { OptionLists } from "./template/option-lists.ts";
import type { Template } from "./template/template.ts";
import type { ReferenceSources } from "./values/sources.ts";

/** Dependencies of the handlers; tests build their own. */
export interface Context {
  db: Db;
  /** The services whose rows name files. */
  fileUsers: readonly Client<typeof FileUseService>[];
  /** Without a trailing slash. */
  publicUrl: string;
  fileQuotaBytes: number;
  /** Signs and verifies URLs of files. */
  fileTokens: FileTokens;
  /** Null: contents stay in the database. */
  store: ContentStore | null;
  /** Life of an import session. */
  importTtlHours: number;
  /** The service that owns the records, for its batch RPCs. */
  activity: Transport;
  /** The services that know the entities which texts of a file name. */
  references: ReferenceSources;
  tables: TableReader;
  templateOf(id: string): Template | null;
  /** Catalogues of factors. */
  optionLists: OptionLists;
  /** Whether this process reads documents, and whether it has other work. */
  documentsIn: "here" | "elsewhere" | "only";
  /** Reads documents. Another provider replaces the built-in one here. */
  documents: DocumentReader;
  /** Wakes the loop that reads documents. */
  documentWaits: { poke(): void };
  /** Records that confirmed readings create. */
  facilities: Client<typeof FacilityService>;
  invoices: Client<typeof InvoiceService>;
  wastes: Client<typeof WasteService>;
  jobs: Client<typeof IngestJobService>;
  /** Projects that readings are linked to. */
  projects: Client<typeof ProjectService>;
  energySuppliers: Client<typeof EnergySupplierService>;
  /** Parses, validates and submits sessions in the background. */
  runner: Runner;
}

/** The dependencies of work in the background. */
export type WorkContext = Omit<Context, "runner">;
