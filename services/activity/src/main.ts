import { createClient } from "@connectrpc/connect";
import { runService } from "@emissions/kit/run";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { ApiKeys } from "./access/keys.ts";
import { Config } from "./config.ts";
import { consumers, routes, sweeps } from "./service.ts";
import { Units } from "./units.ts";

await runService({
  name: "activity",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: ({ config, db, signer, connectTo }) => ({
    db,
    keys: new ApiKeys(config.API_KEY_PEPPER),
    units: new Units(createClient(UnitService, connectTo(config.FACTORS_URL)), signer),
  }),
  routes,
  consumers,
  sweeps,
});
