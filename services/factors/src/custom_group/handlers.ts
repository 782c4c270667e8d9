import type { ServiceImpl } from "@connectrpc/connect";
import type { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { groupEvidenceHandlers } from "./evidence-handlers.ts";
import { groupFactorHandlers } from "./factor-handlers.ts";
import { readHandlers } from "./read-handlers.ts";
import { writeHandlers } from "./write-handlers.ts";

export const customGroupHandlers = (context: Context): ServiceImpl<typeof CustomGroupService> => ({
  ...readHandlers(context),
  ...writeHandlers(context),
  ...groupFactorHandlers(context),
  ...groupEvidenceHandlers(context),
});
