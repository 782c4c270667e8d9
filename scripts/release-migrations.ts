// Notes the present migrations as released. From now on `npm test` wants a mark on each further one.
import { writeFileSync } from "node:fs";
import { allMigrations, RELEASED, releasedText } from "@emissions/kit/db/released-migrations";

const files = await allMigrations();
writeFileSync(RELEASED, releasedText(files));
console.log(`${files.length} migrations are released; commit services/released-migrations.txt`);
