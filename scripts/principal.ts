// `npm run principal -- holding factors`: prints the metadata for calls over gRPC to a service of the system that
// `npm start` runs, in the name of a viewer. With the name of a third service, the calls are those of that service.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isId, NIL_ID } from "@emissions/kit/process/id";
import { GATEWAY } from "@emissions/kit/wire/access";
import { readSigner } from "@emissions/kit/wire/key-files";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { CALLER_HEADER, PRINCIPAL_HEADER } from "@emissions/kit/wire/signer";
import { keyFiles } from "@emissions/testkit/principal-keys.mjs";
import { readSettings } from "./start/settings.ts";

interface Demo {
  organizations: { slug: string; id: string }[];
}

try {
  const { state } = readSettings([], process.env);
  const [name = "holding", called = "factors", caller = GATEWAY] = process.argv.slice(2);
  const { organizations }: Demo = JSON.parse(readFileSync(join(state, "demo.json"), "utf8"));
  const id = isId(name) ? name : organizations.find(({ slug }) => slug === name)?.id;
  if (id === undefined) throw new Error(`${name} is neither an id nor the slug of a demo organization`);
  const { own, all } = keyFiles(join(state, "keys"), caller);
  const signer = readSigner(caller, { PRINCIPAL_KEY_FILE: own, PRINCIPAL_KEYS_FILE: all });
  const viewer = { kind: "user", userId: NIL_ID, role: "viewer" } as const;
  const principal = { ...servicePrincipal(id), ...(caller === GATEWAY && viewer) };
  console.log(`${PRINCIPAL_HEADER}: ${await signer.sign(principal, called)}`);
  console.log(`${CALLER_HEADER}: ${await signer.signCaller(called)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
