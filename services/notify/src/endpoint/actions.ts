import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { principalOf } from "@emissions/kit/wire/principal";
import type { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import type { Context } from "../context.ts";
import { signalDue } from "../delivery/due-signal.ts";
import { toDelivery } from "../delivery/messages.ts";
import { endpointDisabled, endpointNotFound, requireEndpoint } from "../endpoint-row.ts";
import { newSecret } from "../secret.ts";
import { toEndpoint, updateSecret } from "./queries.ts";
import { insertTestDelivery } from "./test-event.ts";

type Actions = Pick<ServiceImpl<typeof WebhookEndpointService>, "rotateWebhookSecret" | "sendTestEvent">;

export const endpointActions = ({ db, sealer }: Pick<Context, "db" | "sealer">): Actions => ({
  rotateWebhookSecret: (request, call) =>
    db.write(call, request, async ({ tx, org, about }) => {
      // The secret is encrypted for this id, so it must have the spelling of Postgres.
      const endpointId = request.endpointId.toLowerCase();
      const secret = newSecret(sealer, { org, endpointId });
      const row = isId(endpointId) ? await updateSecret(tx, org, endpointId, secret.sealed) : null;
      if (row === null) throw endpointNotFound();
      about(endpointId);
      return { endpoint: { ...toEndpoint(row), secret: secret.text } };
    }),

  sendTestEvent: (request, call) =>
    db.write(call, request, async ({ tx, org, about, afterCommit }) => {
      const { endpointId } = request;
      const endpoint = await requireEndpoint(tx, org, endpointId, "to refer to");
      about(endpointId);
      if (!endpoint.enabled) throw endpointDisabled();
      const delivery = await insertTestDelivery(tx, { org, endpointId, userId: principalOf(call).userId });
      afterCommit(() => signalDue({ organizationId: org, endpointId: endpoint.id }));
      return { delivery: toDelivery(delivery) };
    }),
});
