// `npm run verify-audit -- <organization>`: compares the audit log with its hash chain, in the system of `npm start`.
import { runActivityCommand } from "./start/commands.ts";

await runActivityCommand("verify-audit.ts");
