// Writes the generated files: docs/errors.md, docs/roles.md, openapi.json and routes.txt from the routes and error codes
// of the gateway. docs/stand-ins.md comes from the catalogue, and the accounts of NATS from the events of the protos.
import { writeFileSync } from "node:fs";
import { generatedFiles } from "../services/gateway/src/docs/surface.ts";
import { NATS_ACCOUNTS_PATH, natsAccounts } from "./docs/nats-accounts.ts";
import { STAND_INS_PATH, standInsDocument } from "./docs/stand-ins.ts";

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
writeFileSync(STAND_INS_PATH, standInsDocument());
writeFileSync(NATS_ACCOUNTS_PATH, natsAccounts());
