// Writes services/<name>/schema.sql of each service: the schema that its migrations make, for readers.
import { writeFileSync } from "node:fs";
import { migrationsOf } from "@emissions/kit/db/migration-files";
import { migrateAs } from "@emissions/testkit/database";
import { ownPostgres } from "@emissions/testkit/infra";
import { prepareDatabase, SERVICES } from "@emissions/testkit/roles";
import { schemaFile, writeSchema } from "@emissions/testkit/schema/schema";
import postgres from "postgres";

const server = await ownPostgres();
try {
  const urls = await prepareDatabase(server.url, "schemas");
  for (const service of SERVICES) {
    await migrateAs(urls, service, [migrationsOf(service)]);
    const owner = postgres(urls.ownerOf(service), { max: 1, onnotice: () => {} });
    writeFileSync(schemaFile(service), await writeSchema(owner, service));
    await owner.end();
  }
} finally {
  await server.remove();
}
