import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, invalid } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  UpdateWebhookEndpointRequestSchema,
  type WebhookEndpointService,
} from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { missingEndpoint, requireAdmin } from "../admin.ts";
import type { Context } from "../context.ts";
import { cancelLeft, cancelPending } from "../delivery/cancel.ts";
import { toDelivery } from "../delivery/message.ts";
import { deliveriesWait } from "../delivery/wake.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { PAGE_SIZE } from "../page.ts";
import {
  countLocked,
  deleteEndpoint,
  insertEndpoint,
  selectEndpoint,
  selectEndpoints,
  toEndpoint,
  updateEndpoint,
  updateSecret,
} from "./queries.ts";
import { removeStep } from "./removal.ts";
import { changed, checkEndpoint, ENDPOINTS_MAX, endpointValues, faultOf, URL_MAX } from "./rules.ts";
import { newSecret } from "./secret.ts";
import { insertTest } from "./test-event.ts";

type Needs = Pick<Context, "db" | "sealer" | "outbound">;

export const endpointHandlers = ({ db, sealer, outbound }: Needs): ServiceImpl<typeof WebhookEndpointService> => ({
  listWebhookEndpoints: (request, call) => {
    requireAdmin(call);
    const page = checkedPageOf(request, PAGE_SIZE);
    return db.read(call, async (tx, org) => {
      const { rows, total } = await selectEndpoints(tx, org, page);
      return { endpoints: rows.map(toEndpoint), total };
    });
  },

  getWebhookEndpoint: ({ endpointId }, call) => {
    requireAdmin(call);
    return db.read(call, async (tx, org) => {
      const row = isId(endpointId) ? await selectEndpoint(tx, org, endpointId) : null;
      if (row === null) throw missingEndpoint();
      return { endpoint: toEndpoint(row) };
    });
  },

  createWebhookEndpoint: async (request, call) => {
    requireAdmin(call);
    const values = endpointValues(request);
    refuse(checkEndpoint(values));
    const url = await vetted(outbound, values.url);
    return db.write(call, request, async ({ tx, org, about }) => {
      if ((await countLocked(tx, org)) >= ENDPOINTS_MAX) {
        throw conflict("WEBHOOK_ENDPOINT_LIMIT", `An organization has at most ${ENDPOINTS_MAX} webhook endpoints.`);
      }
      const id = newId();
      about(id);
      const secret = newSecret(sealer, { org, endpointId: id });
      const row = await insertEndpoint(tx, org, { id, sealedSecret: secret.sealed }, { ...values, url });
      return { endpoint: { ...toEndpoint(row), secret: secret.shown } };
    });
  },

  updateWebhookEndpoint: async (request, call) => {
    requireAdmin(call);
    const { endpointId, updateMask } = request;
    const sent = masked(UpdateWebhookEndpointRequestSchema, updateMask, endpointValues(request));
    refuse(checkEndpoint(sent));
    const changes = sent.url === undefined ? sent : { ...sent, url: await vetted(outbound, sent.url) };
    return db.write(call, request, async ({ tx, org, about }) => {
      const before = isId(endpointId) ? await selectEndpoint(tx, org, endpointId, "to change") : null;
      if (before === null) throw missingEndpoint();
      about(endpointId);
      const after = changed(before, changes);
      if (before.enabled && !after.enabled) await cancelPending(tx, org, endpointId);
      if (!before.enabled && after.enabled) await cancelLeft(tx, org, endpointId);
      return { endpoint: toEndpoint(after === before ? before : await updateEndpoint(tx, org, endpointId, after)) };
    });
  },

  deleteWebhookEndpoint: (request, call) => {
    requireAdmin(call);
    return db.write(call, request, async ({ tx, org, about }) => {
      const { endpointId } = request;
      const gone = isId(endpointId) && (await deleteEndpoint(tx, org, endpointId));
      if (!gone) throw missingEndpoint();
      if (!(await removeStep(tx, { organizationId: org, id: endpointId }))) await cancelPending(tx, org, endpointId);
      about(endpointId);
      return {};
    });
  },

  rotateWebhookSecret: (request, call) => {
    requireAdmin(call);
    return db.write(call, request, async ({ tx, org, about }) => {
      // As the table writes it, for the secret is sealed together with it.
      const endpointId = request.endpointId.toLowerCase();
      const secret = newSecret(sealer, { org, endpointId });
      const row = isId(endpointId) ? await updateSecret(tx, org, endpointId, secret.sealed) : null;
      if (row === null) throw missingEndpoint();
      about(endpointId);
      return { endpoint: { ...toEndpoint(row), secret: secret.shown } };
    });
  },

  sendTestEvent: (request, call) => {
    requireAdmin(call);
    return db.write(call, request, async ({ tx, org, about, afterCommit }) => {
      const { endpointId } = request;
      const endpoint = isId(endpointId) ? await selectEndpoint(tx, org, endpointId, "to refer to") : null;
      if (endpoint === null) throw missingEndpoint();
      about(endpointId);
      if (!endpoint.enabled) throw conflict("WEBHOOK_ENDPOINT_DISABLED", "The webhook endpoint is disabled.");
      const delivery = await insertTest(tx, { org, endpointId, userId: principalOf(call).userId });
      afterCommit(() => deliveriesWait({ organizationId: org, endpointId: endpoint.id }));
      return { delivery: toDelivery(delivery) };
    });
  },
});

/** The address in the form that it is stored and connected to. It asks DNS, so it is no work for a transaction. */
async function vetted(outbound: Outbound, sent: string): Promise<string> {
  const answer = await outbound.vet(sent);
  if ("fault" in answer) throw invalid([faultOf(answer.fault)]);
  if (answer.url.length > URL_MAX) throw invalid([faultOf("too_long")]);
  return answer.url;
}
