import { runService } from "@emissions/kit/run";
import { Config } from "./config.ts";
import { createContext } from "./context.ts";
import { routes } from "./service.ts";

await runService({ name: "imports", config: Config, context: createContext, routes });
