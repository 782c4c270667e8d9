import { createClient } from "@connectrpc/connect";
import type { Base } from "@emissions/kit/run";
import { BATCH_BYTES_MAX } from "@emissions/kit/wire/limits";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { type Config, storeOptions } from "./config.ts";
import type { Context } from "./context.ts";
import { s3Store } from "./file/store/s3.ts";
import { FileTokens } from "./presigned/token.ts";
import { findNamespace } from "./reading/namespace.ts";
import { createDocumentReader } from "./reading/reader.ts";
import { createSessionRunner } from "./session/work.ts";
import { createTableReader } from "./table/reader.ts";
import { createOptionLists } from "./template/option-lists.ts";
import { templateOf } from "./template/templates.ts";
import { referenceSources } from "./values/sources.ts";

/** The dependencies of the running service. Apart from their types, because they import code that needs these. */
export function createContext({ db, config, connectTo, log }: Base<Config>): Context {
  const s3 = storeOptions(config);
  const [records, factors] = [connectTo("activity", config.ACTIVITY_URL), connectTo("factors", config.FACTORS_URL)];
  const activity = connectTo("activity", config.ACTIVITY_URL, { maxBytes: BATCH_BYTES_MAX });
  const namespace = findNamespace();
  void namespace.then((found) =>
    log.info(`documents are read ${found === null ? "without" : "in"} a network namespace`),
  );
  const context: Omit<Context, "runner"> = {
    db,
    fileUsers: [records, factors].map((transport) => createClient(FileUseService, transport)),
    publicUrl: config.PUBLIC_URL.replace(/\/+$/, ""),
    fileQuotaBytes: config.FILE_QUOTA_BYTES,
    fileTokens: new FileTokens(config.FILE_URL_SECRET),
    store: s3 && s3Store(s3),
    importTtlHours: config.IMPORT_TTL_HOURS,
    activity,
    references: referenceSources(activity, factors),
    tables: createTableReader({ onCrash: (err) => log.error({ err }, "the parser of tables failed") }),
    templateOf,
    optionLists: createOptionLists(factors),
    documentsIn: config.DOCUMENTS,
    documents: createDocumentReader({
      namespace,
      onCrash: (error) => log.error({ err: error }, "reading a document crashed"),
    }),
    documentWaits: { poke: () => undefined },
    facilities: createClient(FacilityService, records),
    invoices: createClient(InvoiceService, records),
    wastes: createClient(WasteService, records),
    jobs: createClient(IngestJobService, records),
    projects: createClient(ProjectService, records),
    energySuppliers: createClient(EnergySupplierService, factors),
  };
  const onError = (err: unknown, key?: { sessionId: string }) =>
    log.warn({ err, import: key?.sessionId }, "work on an import failed");
  return { ...context, runner: createSessionRunner(context, onError) };
}
