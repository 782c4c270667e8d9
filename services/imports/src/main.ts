import { runService } from "@emissions/kit/run";
import { Config } from "./config.ts";
import { createContext } from "./context.ts";
import { routes, sweeps } from "./service.ts";

await runService({
  name: "imports",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: createContext,
  routes,
  sweeps,
});
