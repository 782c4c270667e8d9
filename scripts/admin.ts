// `npm run admin -- list-members --organization-id ...`: manages an organization in the system that `npm start` runs.
// `npm run admin -- rates --file ...`: gives it exchange rates, `prices` gives price indices.
import { runActivityCommand, runCommand } from "./start/commands.ts";

const GIVEN = ["rates", "prices"];

await (GIVEN.includes(process.argv[2] ?? "") ? runCommand("factors", "given.ts") : runActivityCommand("admin.ts"));
