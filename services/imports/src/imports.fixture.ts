import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Principal, PrincipalSigner, servicePrincipal } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import type { Context } from "./context.ts";
import { CHUNK_BYTES_MAX } from "./file/limits.ts";
import { routes } from "./service.ts";

export const PUBLIC_URL = "https://emissions.example";
const SECRET = "a secret that only the tests know of";

export type Imports = Awaited<ReturnType<typeof startImports>>;

/** The service on a database of its own, called through Connect as by the gateway. */
export async function startImports(options: { fileQuotaBytes?: number; secret?: string } = {}) {
  const database = await testDatabase("imports", [new URL("../migrations/", import.meta.url)]);
  const signer = new PrincipalSigner(options.secret ?? SECRET, "test");
  const db = new Db(database.sql);
  const context: Context = { db, publicUrl: PUBLIC_URL, fileQuotaBytes: options.fileQuotaBytes ?? 1024 ** 3 };
  const service = inMemory({ db, signer, entries: routes(context) });
  const { as } = service;
  /** Uploads a file in chunks, without closing it. */
  const begun = async (principal: Principal, fileName: string, content: Uint8Array): Promise<string> => {
    const { beginFile, appendFileChunk } = as(principal, FileService);
    const { id } = await beginFile({ fileName });
    for (let at = 0; at < content.length; at += CHUNK_BYTES_MAX) {
      const chunk = content.subarray(at, at + CHUNK_BYTES_MAX);
      await appendFileChunk({ id, position: BigInt(at), content: chunk });
    }
    return id;
  };

  return {
    ...database,
    ...service,
    db,
    context,
    begun,
    added: async (principal: Principal, fileName: string, content: Uint8Array) => {
      const id = await begun(principal, fileName, content);
      return (await as(principal, FileService).finishFile({ id })).file!;
    },
  };
}

/** Somebody of an organization that nobody else is in. */
export const somebody = (): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "editor",
});
