// Rotates the key of a service, in three steps with 90 s between them:
//   node deploy/principal-keys.mjs add|use|remove <service> [folder]
import { fileURLToPath } from "node:url";
import { rotatePrincipalKey } from "../packages/testkit/src/principal-keys.mjs";

const [step, service, folder = fileURLToPath(new URL("keys", import.meta.url))] = process.argv.slice(2);
try {
  if (step === undefined || service === undefined)
    throw new Error("usage: principal-keys.mjs add|use|remove <service> [folder]");
  rotatePrincipalKey(folder, service, step);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
