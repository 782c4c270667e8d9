// Writes the generated files. The routes and error codes of the gateway become docs/errors.md, docs/roles.md, openapi.json
// and routes.txt. The catalogue becomes docs/stand-ins.md. The parts of the client and of the command line come from
// openapi.json, and the accounts of NATS from the events of the protos. Declarations of metrics become tables of
// docs/observability.md, and the values of the chart its README.md. Schemas of the configuration become docs/configuration.md.
import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles } from "../packages/api-docs/src/surface.ts";
import { CHART_README_PATH, chartReadme } from "./docs/chart.ts";
import { cliInputs, cliManual } from "./docs/cli/files.ts";
import { clientFiles, DESCRIPTION } from "./docs/client/files.ts";
import { CONFIGURATION_PATH, configurationDocument } from "./docs/configuration.ts";
import { OBSERVABILITY_PATH, observabilityDocument } from "./docs/metrics.ts";
import { NATS_ACCOUNTS_PATH, natsAccounts } from "./docs/nats-accounts.ts";
import { STAND_INS_PATH, standInsDocument } from "./docs/stand-ins.ts";

for (const { path, text } of generatedFiles()) writeFileSync(path, text);
writeFileSync(STAND_INS_PATH, standInsDocument());
writeFileSync(NATS_ACCOUNTS_PATH, natsAccounts());
writeFileSync(CHART_README_PATH, chartReadme());
writeFileSync(CONFIGURATION_PATH, configurationDocument());
writeFileSync(OBSERVABILITY_PATH, observabilityDocument());
const description = JSON.parse(readFileSync(DESCRIPTION, "utf8"));
for (const { path, text } of [...clientFiles(description), cliInputs(description)]) writeFileSync(path, text);
const { path, text } = await cliManual();
writeFileSync(path, text);
