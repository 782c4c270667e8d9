// `npm run admin -- list-members --organization-id ...`: manages an organization in the system that `npm start` runs.
import { runActivityCommand } from "./start/commands.ts";

await runActivityCommand("admin.ts");
