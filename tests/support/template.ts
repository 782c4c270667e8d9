import { loadedTemplate } from "@emissions/factors/database.fixture";
import { migrationsOf, servicesWithSchema } from "@emissions/kit/db/migration-files";
import { migrateAs } from "@emissions/testkit/database";
import type { ServiceName } from "@emissions/testkit/roles";
import type { Template } from "@emissions/testkit/template";

const root = new URL("../../", import.meta.url);
const services = (await servicesWithSchema()) as ServiceName[];

/** The schemas of all services, with the catalogue: the processes then start without migrating and loading. */
export const systemTemplate: Template = {
  name: "system",
  base: loadedTemplate,
  folders: [new URL("packages/kit/migrations/", root), ...services.map(migrationsOf)],
  build: async (urls) => {
    await Promise.all(services.map((service) => migrateAs(urls, service, [migrationsOf(service)])));
  },
};
