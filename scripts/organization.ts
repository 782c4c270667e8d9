// `npm run organization -- --name ...`: creates an organization in the system that `npm start` runs.
import { runActivityCommand } from "./start/commands.ts";

await runActivityCommand("create-organization.ts");
