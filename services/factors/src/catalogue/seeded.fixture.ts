import { createRouterTransport } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db";
import { factorsDatabase } from "../database.fixture.ts";
import { loadCatalogue } from "../load/load.ts";
import { routes } from "../service.ts";
import { Catalogue } from "./catalogue.ts";

/** The real catalogue behind the real handlers: what a running service answers, without its sockets. */
export async function seededCatalogue() {
  const database = await factorsDatabase();
  const db = new Db(database.sql);
  await loadCatalogue(db, { shareAlike: true });
  const catalogue = new Catalogue(db);
  await catalogue.refresh();
  const transport = createRouterTransport((router) => {
    for (const { service, impl } of routes({ catalogue })) router.service(service, impl);
  });
  return { catalogue, db, database, transport };
}
