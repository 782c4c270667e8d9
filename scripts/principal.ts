// `npm run principal -- holding`: prints a signed principal for calls over gRPC to the system that `npm start` runs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isId } from "@emissions/kit/process/id";
import { PrincipalSigner, servicePrincipal } from "@emissions/kit/wire/principal";
import { readSettings } from "./start/settings.ts";

interface Demo {
  organizations: { slug: string; id: string }[];
}

try {
  const { state } = readSettings([], process.env);
  const read = (file: string) => JSON.parse(readFileSync(join(state, file), "utf8"));
  const [name = "holding"] = process.argv.slice(2);
  const id = isId(name) ? name : (read("demo.json") as Demo).organizations.find(({ slug }) => slug === name)?.id;
  if (id === undefined) throw new Error(`${name} is neither an id nor the slug of a demo organization`);
  console.log(new PrincipalSigner(read("secrets.json").principal, "console").sign(servicePrincipal(id)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
