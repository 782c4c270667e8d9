import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import { TransportService } from "@emissions/proto/activity/v1/transport_service";
import type { Context } from "../context.ts";
import { nounOf, tableOf } from "../records/kind.ts";
import { recordStore } from "../records/store.ts";
import { selectRecord } from "../records/table.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { checkCounts, countRoutes } from "./counts.ts";
import { transports } from "./transport.ts";
import { selectVersions, windowOf } from "./versions.ts";

const NAMES = { one: "transportRoute", many: "transportRoutes" } as const;
const TABLE = tableOf(transports);

export const transportHandlers = (context: Context): ServiceImpl<typeof TransportService> => {
  const { db } = context;
  return {
    ...usualHandlers(recordStore(context, transports), TransportService, NAMES),

    countTransportRoutes: (request, call) => {
      checkCounts(request);
      return db.read(call, async (tx, org) => ({ counts: await countRoutes(tx, org, request) }));
    },

    listTransportRouteVersions: (request, call) => {
      const { id } = request;
      const window = windowOf(request);
      return db.read(call, async (tx, org) => {
        const row = isId(id) ? await selectRecord(tx, org, TABLE, id) : null;
        if (row === null) throw notFound(nounOf(transports));
        return selectVersions(tx, org, id, window);
      });
    },
  };
};
