import type { ServiceImpl } from "@connectrpc/connect";
import type { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { correctionHandlers } from "./corrections.ts";
import { createHandler } from "./create.ts";
import { mappingHandlers } from "./mapping.ts";
import { rowHandlers } from "./rows.ts";
import { sessionHandlers } from "./sessions.ts";
import { submitHandlers } from "./submit.ts";
import { suggestionHandlers } from "./suggest.ts";
import { validationHandlers } from "./validation.ts";

export const importSessionHandlers = (context: Context): ServiceImpl<typeof ImportSessionService> => ({
  ...createHandler(context),
  ...sessionHandlers(context),
  ...mappingHandlers(context),
  ...rowHandlers(context),
  ...suggestionHandlers(context),
  ...validationHandlers(context),
  ...correctionHandlers(context),
  ...submitHandlers(context),
});
