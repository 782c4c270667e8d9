import { createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { PrincipalSigner, principalKey, servicePrincipal } from "@emissions/kit/wire/principal";
import { fileStore } from "@emissions/testkit/file-store";
import { loadedDatabase } from "../database.fixture.ts";
import { routes } from "../service.ts";
import { Catalogue } from "./catalogue.ts";

/** The real handlers with the real catalogue, without network sockets. */
export async function seededCatalogue() {
  const database = await loadedDatabase();
  const db = new Db(database.sql);
  const catalogue = new Catalogue(db);
  const snapshot = await catalogue.refresh();
  const caller: Interceptor = (next) => (request) => {
    request.contextValues.set(principalKey, servicePrincipal(NIL_ID));
    return next(request);
  };
  const { files } = fileStore(new PrincipalSigner("a secret that only the tests know of", "test"));
  const context = { db, catalogue, files, publicUrl: "https://api.example", roads: null };
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of routes(context)) router.service(service, impl);
    },
    { router: { interceptors: [caller] } },
  );
  return { snapshot, db, database, transport };
}
