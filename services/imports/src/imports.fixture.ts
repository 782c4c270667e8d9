import { type DescMessage, type DescService, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db";
import { refusalIn } from "@emissions/kit/errors";
import { newId } from "@emissions/kit/id";
import { type Principal, PrincipalSigner, servicePrincipal, verifyPrincipal } from "@emissions/kit/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { testDatabase } from "@emissions/testkit/database";
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
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of routes(context)) router.service(service, impl);
    },
    { router: { interceptors: [verifyPrincipal(signer)] } },
  );
  const as = <S extends DescService>(principal: Principal, service: S): Client<S> => {
    const inner = createClient(service, transport) as Record<string, (request: object, options: object) => unknown>;
    const headers = signer.headers(principal);
    const call = (name: string) => (request: object) => inner[name]!(request, { headers });
    return Object.fromEntries(service.methods.map(({ localName }) => [localName, call(localName)])) as Client<S>;
  };
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
    db,
    context,
    transport,
    as,
    begun,
    added: async (principal: Principal, fileName: string, content: Uint8Array) => {
      const id = await begun(principal, fileName, content);
      return (await as(principal, FileService).finishFile({ id })).file!;
    },
    /** The events of one kind that an organization has announced, the oldest first. */
    events: async <D extends DescMessage>({ organizationId }: Principal, desc: D): Promise<MessageShape<D>[]> => {
      const rows = await db.enter(
        organizationId,
        ({ tx }) => tx<{ payload: Uint8Array }[]>`
          select payload from outbox where organization_id = ${organizationId} and type = ${desc.typeName}
          order by created_at, id`,
      );
      return rows.map(({ payload }) => fromBinary(desc, payload));
    },
    /** Rows as the service sees them on behalf of the organization. */
    rows: <R extends object>({ organizationId }: Pick<Principal, "organizationId">, table: string) =>
      db.enter(organizationId, ({ tx }) => tx<R[]>`select * from ${tx(table)}`),
  };
}

/** Somebody of an organization that nobody else is in. */
export const somebody = (): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "editor",
});

/** Why a call was refused: its code, and the violations as "loc type". */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; violations: string[] }> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error("The call was not refused on purpose.", { cause: error });
  const refusal = refusalIn(error);
  if (refusal === undefined) throw new Error("The call failed.", { cause: error });
  return {
    code: refusal.code,
    violations: refusal.violations.map(({ loc, type }) => `${loc.join(".")} ${type}`),
  };
}
