import { createClient, createRouterTransport, type ServiceImpl, type Transport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { type Principal, principalOf, servicePrincipal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { type CountFileUsesRequest, FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import { between } from "@emissions/testkit/principals";
import type { ServiceName } from "@emissions/testkit/roles";
import { expect } from "vitest";
import type { Context } from "./context.ts";
import { CHUNK_BYTES_MAX } from "./file/limits.ts";
import type { ContentStore } from "./file/store/content-store.ts";
import { FileTokens } from "./presigned/token.ts";
import { type DocumentReader, failureOf } from "./reading/document.ts";
import { readDocument } from "./reading/read.ts";
import { routes } from "./service.ts";
import { createSessionRunner } from "./session/work.ts";
import { createTableReader, type ReaderOptions } from "./table/reader.ts";
import { createOptionLists } from "./template/option-lists.ts";
import { templateOf } from "./template/templates.ts";
import { referenceSources } from "./values/sources.ts";

export const PUBLIC_URL = "https://emissions.example";
export const EARLIER_SECRET = "a secret that signed URLs before";
const SECRET = "a secret that only the tests know of";

export type Imports = Awaited<ReturnType<typeof startImports>>;

interface Options {
  fileQuotaBytes?: number;
  /** The service that owns the records. Without it nothing answers. */
  activity?: Transport;
  tables?: Partial<ReaderOptions>;
  store?: ContentStore;
  /** Other services; without them calls fail. */
  factors?: Transport;
}

/** Starts the service on its own database; tests call it through Connect, as the gateway does. */
export async function startImports(options: Options = {}) {
  const database = await testDatabase("imports", [new URL("../migrations/", import.meta.url)]);
  const db = new Db(database.sql);
  const users = fileUsers();
  /** Errors of work in the background. */
  const runFailures: unknown[] = [];
  const nobody = createRouterTransport(() => undefined);
  const { activity = nobody, factors = nobody } = options;
  const base: Omit<Context, "runner"> = {
    db,
    fileUsers: users.clients,
    publicUrl: PUBLIC_URL,
    fileQuotaBytes: options.fileQuotaBytes ?? 1024 ** 3,
    store: options.store ?? null,
    importTtlHours: 24,
    activity,
    references: referenceSources(activity, factors),
    tables: createTableReader({ onCrash: (error) => expect.unreachable(String(error)), ...options.tables }),
    templateOf,
    fileTokens: new FileTokens(fixedSecrets(SECRET, EARLIER_SECRET)),
    // Without factors: tests of the whole system read the catalogues.
    optionLists: createOptionLists(createRouterTransport(() => {})),
    documentsIn: "here",
    documents: readerInThread,
    documentWaits: { poke: () => undefined },
    facilities: createClient(FacilityService, activity),
    invoices: createClient(InvoiceService, activity),
    wastes: createClient(WasteService, activity),
    jobs: createClient(IngestJobService, activity),
    projects: createClient(ProjectService, activity),
    energySuppliers: createClient(EnergySupplierService, factors),
  };
  const onError = (error: unknown) => void runFailures.push(error);
  const context: Context = { ...base, runner: createSessionRunner(base, onError) };
  const service = inMemory({ db, service: "imports", entries: routes(context) });
  const { as } = service;
  /** Appends all chunks, but does not finish the file. */
  const beginUpload = async (principal: Principal, fileName: string, content: Uint8Array): Promise<string> => {
    const { beginFile, appendFileChunk } = as(principal, FileService);
    const { id } = await beginFile({ fileName });
    for (let position = 0; position < content.length; position += CHUNK_BYTES_MAX) {
      const chunk = content.subarray(position, position + CHUNK_BYTES_MAX);
      await appendFileChunk({ id, position: BigInt(position), content: chunk });
    }
    return id;
  };

  return {
    ...database,
    ...service,
    drop: async () => {
      await context.runner.stop();
      await database.drop();
    },
    users,
    db,
    context,
    runFailures,
    beginUpload,
    upload: async (principal: Principal, fileName: string, content: Uint8Array) => {
      const id = await beginUpload(principal, fileName, content);
      return (await as(principal, FileService).finishFile({ id })).file!;
    },
  };
}

/** The built-in reader without its process, which takes longer to start than to read. */
const readerInThread: DocumentReader = {
  read: (document) =>
    readDocument(document).then(
      (result) => ({ result }),
      (error) => {
        const failure = failureOf(error);
        if (failure === null) throw error;
        return { failure };
      },
    ),
};

/** The services whose rows name files: one with records and one with factors. They count what a test says. */
function fileUsers() {
  const state = {
    /** By file id. */
    records: new Map<string, number>(),
    factors: new Map<string, number>(),
    /** Runs during the count of records. */
    onCount: async (_request: CountFileUsesRequest, _principal: Principal): Promise<void> => {},
  };
  const client = (service: ServiceName, count: ServiceImpl<typeof FileUseService>["countFileUses"]) =>
    createClient(
      FileUseService,
      createRouterTransport(
        (router) => void router.service(FileUseService, { countFileUses: count }),
        between("imports", service),
      ),
    );
  const clients = [
    client("activity", async (request, call) => {
      await state.onCount(request, principalOf(call));
      return { records: state.records.get(request.fileId) ?? 0 };
    }),
    client("factors", ({ fileId }) => ({ factors: state.factors.get(fileId) ?? 0 })),
  ];
  return Object.assign(state, { clients });
}

/** An editor of a new organization. */
export const newEditor = (): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "editor",
});
