import type { DescService } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db";
import { refusalIn } from "@emissions/kit/errors";
import { newId } from "@emissions/kit/id";
import { type Principal, PrincipalSigner, servicePrincipal, verifyPrincipal } from "@emissions/kit/principal";
import { Catalogue } from "./catalogue/catalogue.ts";
import type { Context } from "./context.ts";
import { loadedDatabase } from "./database.fixture.ts";
import { fileStore } from "./files.fixture.ts";
import { routes } from "./service.ts";

export const PUBLIC_URL = "https://api.example";

export type Factors = Awaited<ReturnType<typeof startFactors>>;

/** The service with its real catalogue on a database of its own, called through Connect as by the gateway. */
export async function startFactors() {
  const database = await loadedDatabase();
  const signer = new PrincipalSigner("a secret that only the tests know of", "test");
  const db = new Db(database.sql);
  const store = fileStore(signer);
  const context: Context = { db, catalogue: new Catalogue(db), files: store.files, publicUrl: PUBLIC_URL };
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of routes(context)) router.service(service, impl);
    },
    { router: { interceptors: [verifyPrincipal(signer)] } },
  );
  return {
    ...database,
    db,
    store,
    /** The service as the principal calls it. */
    as: <S extends DescService>(principal: Principal, service: S, more: Record<string, string> = {}): Client<S> => {
      const inner = createClient(service, transport) as Record<string, (request: object, options: object) => unknown>;
      const headers = { ...signer.headers(principal), ...more };
      const call = (name: string) => (request: object) => inner[name]!(request, { headers });
      return Object.fromEntries(service.methods.map(({ localName }) => [localName, call(localName)])) as Client<S>;
    },
  };
}

/** The admin of a new organization below those that are named. */
export const organization = (...ancestors: Principal[]): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "admin",
  ancestors: ancestors.map(({ organizationId }) => ({ id: organizationId, name: `Organization ${organizationId}` })),
});

/** Why a call was refused: its code, what is told about it, and the violations as "loc type". */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (reason) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error("The call was not refused on purpose.", { cause: error });
  const refusal = refusalIn(error);
  if (refusal === undefined) throw new Error("The call failed.", { cause: error });
  return {
    status: error.code,
    code: refusal.code,
    detail: error.rawMessage,
    violations: refusal.violations.map(({ loc, type }) => `${loc.join(".")} ${type}`),
  };
}
