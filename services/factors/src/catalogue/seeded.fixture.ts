import { createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { principalKey, servicePrincipal } from "@emissions/kit/wire/principal";
import { fileStore } from "@emissions/testkit/file-store";
import { loadedCatalogue } from "../database.fixture.ts";
import { routes } from "../service.ts";

/** The real handlers with the real catalogue, without network sockets. */
export async function seededCatalogue() {
  const { database, db, snapshot, catalogue } = await loadedCatalogue();
  const caller: Interceptor = (next) => (request) => {
    request.contextValues.set(principalKey, servicePrincipal(NIL_ID));
    return next(request);
  };
  const { files } = fileStore("factors");
  const context = { db, catalogue, files, publicUrl: "https://api.example", roads: null };
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of routes(context)) router.service(service, impl);
    },
    { router: { interceptors: [caller] } },
  );
  return { snapshot, catalogue, db, database, transport };
}
