import { runService } from "@emissions/kit/run";
import { Config } from "./config.ts";
import { createContext } from "./create-context.ts";
import { background, routes, sweeps } from "./service.ts";

await runService({
  name: "imports",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: createContext,
  routes,
  sweeps,
  background,
});
