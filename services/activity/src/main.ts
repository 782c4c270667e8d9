import { runService } from "@emissions/kit/run";
import { ApiKeys } from "./access/keys.ts";
import { Config } from "./config.ts";
import { factorLists } from "./lists.ts";
import { consumers, routes, sweeps } from "./service.ts";

await runService({
  name: "activity",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: ({ config, db, signer, connectTo }) => ({
    db,
    keys: new ApiKeys(config.API_KEY_PEPPER),
    ...factorLists(connectTo(config.FACTORS_URL), signer),
  }),
  routes,
  consumers,
  sweeps,
});
