import { createClient, createRouterTransport, type ServiceImpl } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import {
  type Principal,
  PrincipalSigner,
  principalOf,
  servicePrincipal,
  verifyPrincipal,
} from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { type CountFileUsesRequest, FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import type { Context } from "./context.ts";
import { CHUNK_BYTES_MAX } from "./file/limits.ts";
import { routes } from "./service.ts";

export const PUBLIC_URL = "https://emissions.example";
const SECRET = "a secret that only the tests know of";

export type Imports = Awaited<ReturnType<typeof startImports>>;

/** Starts the service on its own database; tests call it through Connect, as the gateway does. */
export async function startImports(options: { fileQuotaBytes?: number; secret?: string } = {}) {
  const database = await testDatabase("imports", [new URL("../migrations/", import.meta.url)]);
  const signer = new PrincipalSigner(options.secret ?? SECRET, "test");
  const db = new Db(database.sql);
  const users = fileUsers(signer);
  const context: Context = {
    db,
    fileUsers: users.clients,
    signer,
    publicUrl: PUBLIC_URL,
    fileQuotaBytes: options.fileQuotaBytes ?? 1024 ** 3,
  };
  const service = inMemory({ db, signer, entries: routes(context) });
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
    users,
    db,
    context,
    beginUpload,
    upload: async (principal: Principal, fileName: string, content: Uint8Array) => {
      const id = await beginUpload(principal, fileName, content);
      return (await as(principal, FileService).finishFile({ id })).file!;
    },
  };
}

/** The services whose rows name files: one with records and one with factors. They count what a test says. */
function fileUsers(signer: PrincipalSigner) {
  const state = {
    /** By file id. */
    records: new Map<string, number>(),
    factors: new Map<string, number>(),
    /** Runs during the count of records. */
    onCount: async (_request: CountFileUsesRequest, _principal: Principal): Promise<void> => {},
  };
  const client = (count: ServiceImpl<typeof FileUseService>["countFileUses"]) =>
    createClient(
      FileUseService,
      createRouterTransport((router) => void router.service(FileUseService, { countFileUses: count }), {
        router: { interceptors: [verifyPrincipal(signer)] },
      }),
    );
  const clients = [
    client(async (request, call) => {
      await state.onCount(request, principalOf(call));
      return { records: state.records.get(request.fileId) ?? 0 };
    }),
    client(({ fileId }) => ({ factors: state.factors.get(fileId) ?? 0 })),
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
