import { loadCatalogue } from "@emissions/factors/load/load";
import { migrationsOf, servicesWithSchema } from "@emissions/kit/db/migration-files";
import { openPool } from "@emissions/kit/db/pool";
import { Db } from "@emissions/kit/db/transactions";
import { migrateAs } from "@emissions/testkit/database";
import type { ServiceName } from "@emissions/testkit/roles";
import type { Template } from "@emissions/testkit/template";

const root = new URL("../../", import.meta.url);
const services = (await servicesWithSchema()) as ServiceName[];

/** The schemas of all services, with the catalogue: the processes then start without migrating and loading. */
export const systemTemplate: Template = {
  name: "system",
  folders: [
    new URL("packages/kit/migrations/", root),
    ...services.map(migrationsOf),
    new URL("services/factors/catalog/", root),
    new URL("services/factors/src/load/", root),
  ],
  build: async (urls) => {
    await Promise.all(services.map((service) => migrateAs(urls, service, [migrationsOf(service)])));
    const sql = openPool(urls.of("factors"), { schema: "factors", max: 1, applicationName: "system template" });
    try {
      await loadCatalogue(new Db(sql), { shareAlike: true });
    } finally {
      await sql.end();
    }
  },
};
