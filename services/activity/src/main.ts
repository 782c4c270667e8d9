import { createClient } from "@connectrpc/connect";
import { runService } from "@emissions/kit/run";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { ApiKeys } from "./access/keys.ts";
import { Config } from "./config.ts";
import { factorLists } from "./lists.ts";
import { GroupLookUps } from "./purchase/groups.ts";
import { background, consumers, routes, sweeps } from "./service.ts";

await runService({
  name: "activity",
  config: Config,
  migrations: [new URL("../migrations/", import.meta.url)],
  context: ({ config, db, signer, connectTo }) => {
    const factors = connectTo(config.FACTORS_URL);
    const groups = new GroupLookUps(createClient(CustomGroupService, factors));
    const fuels = createClient(FacilityFuelService, factors);
    return {
      db,
      keys: new ApiKeys(config.API_KEY_PEPPER),
      groups,
      fuels,
      overdueS: config.OVERDUE_S,
      ...factorLists(factors, signer),
    };
  },
  routes,
  consumers,
  sweeps,
  background,
});
