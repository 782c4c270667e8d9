import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { isDryRun } from "@emissions/kit/db/idempotency";
import { checkedPageOf } from "@emissions/kit/db/page";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, invalid } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  UpdateWebhookEndpointRequestSchema,
  type WebhookEndpointService,
} from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { Context } from "../context.ts";
import { cancelPending, cancelRemaining } from "../delivery/cancel.ts";
import { endpointNotFound, requireEndpoint } from "../endpoint-row.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { PAGE_SIZE } from "../page.ts";
import { newSecret } from "../secret.ts";
import { endpointActions } from "./actions.ts";
import {
  deleteEndpoint,
  insertEndpoint,
  lockAndCountEndpoints,
  selectEndpoints,
  toEndpoint,
  updateEndpoint,
} from "./queries.ts";
import { countDeliveries, removeBatch } from "./removal.ts";
import { applyChanges, checkEndpoint, ENDPOINTS_MAX, endpointValues, URL_MAX, urlViolation } from "./rules.ts";

type Needs = Pick<Context, "db" | "sealer" | "outbound">;

export const endpointHandlers = ({ db, sealer, outbound }: Needs): ServiceImpl<typeof WebhookEndpointService> => ({
  listWebhookEndpoints: (request, call) => {
    const page = checkedPageOf(request, PAGE_SIZE);
    return db.read(call, async (tx, org) => {
      const { rows, total } = await selectEndpoints(tx, org, page);
      return { endpoints: rows.map(toEndpoint), total };
    });
  },

  getWebhookEndpoint: ({ endpointId }, call) =>
    db.read(call, async (tx, org) => ({ endpoint: toEndpoint(await requireEndpoint(tx, org, endpointId)) })),

  createWebhookEndpoint: async (request, call) => {
    const values = endpointValues(request);
    refuse(checkEndpoint(values));
    const url = await checkedUrl(outbound, values.url);
    return db.write(call, request, async ({ tx, org, about }) => {
      if ((await lockAndCountEndpoints(tx, org)) >= ENDPOINTS_MAX) {
        throw conflict("WEBHOOK_ENDPOINT_LIMIT", `An organization has at most ${ENDPOINTS_MAX} webhook endpoints.`);
      }
      const id = newId();
      about(id);
      const secret = newSecret(sealer, { org, endpointId: id });
      const row = await insertEndpoint(tx, org, { id, sealedSecret: secret.sealed }, { ...values, url });
      return { endpoint: { ...toEndpoint(row), secret: secret.text } };
    });
  },

  updateWebhookEndpoint: async (request, call) => {
    const { endpointId, updateMask } = request;
    const sent = masked(UpdateWebhookEndpointRequestSchema, updateMask, endpointValues(request));
    refuse(checkEndpoint(sent));
    const changes = sent.url === undefined ? sent : { ...sent, url: await checkedUrl(outbound, sent.url) };
    return db.write(call, request, async ({ tx, org, about }) => {
      const before = await requireEndpoint(tx, org, endpointId, "to change");
      const after = applyChanges(before, changes);
      // The path and the query of a URL often hold a token.
      about(endpointId, fieldChanges(before, after, { secret: ["url"] }));
      if (before.enabled && !after.enabled) await cancelPending(tx, org, endpointId);
      if (!before.enabled && after.enabled) await cancelRemaining(tx, org, endpointId);
      return { endpoint: toEndpoint(after === before ? before : await updateEndpoint(tx, org, endpointId, after)) };
    });
  },

  deleteWebhookEndpoint: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const { endpointId } = request;
      const deleted = isId(endpointId) && (await deleteEndpoint(tx, org, endpointId));
      if (!deleted) throw endpointNotFound();
      const deletedWith = isDryRun(call)
        ? [{ kind: "deliveries", count: await countDeliveries(tx, org, endpointId) }]
        : [];
      const removed = await removeBatch(tx, { organizationId: org, id: endpointId });
      if (!removed) await cancelPending(tx, org, endpointId);
      about(endpointId);
      return { deletedWith };
    }),

  ...endpointActions({ db, sealer }),
});

/** Checks a URL and returns its canonical form. It asks DNS, so it must not run inside a transaction. */
async function checkedUrl(outbound: Outbound, sent: string): Promise<string> {
  const result = await outbound.checkUrl(sent);
  if ("fault" in result) throw invalid([urlViolation(result.fault)]);
  if (result.url.length > URL_MAX) throw invalid([urlViolation("too_long")]);
  return result.url;
}
