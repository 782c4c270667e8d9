import { createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { grpcTransport } from "@emissions/kit/wire/client";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY } from "@emissions/kit/wire/headers";
import { readSigner } from "@emissions/kit/wire/key-files";
import { callAs, type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { signCalls } from "@emissions/kit/wire/signer";
import { AccessService } from "@emissions/proto/activity/v1/access_service";
import { PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { CustomGroupService, GroupCategory } from "@emissions/proto/factors/v1/custom_group_service";
import { WebhookEndpointService } from "@emissions/proto/notify/v1/webhook_endpoint_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { keyFiles } from "@emissions/testkit/principal-keys.mjs";
import { adminOf } from "@emissions/testkit/principals";
import type { ServiceName } from "@emissions/testkit/roles";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBackend } from "../support/shared-backend.ts";

let theirs: string;
beforeAll(async () => {
  theirs = (await sharedBackend()).organizations.get("outsider")!.id;
});

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Clients of whoever has the key files of a service. */
function holderOf(service: ServiceName) {
  const { dir, urls } = inject("sharedSystem");
  const { own, all } = keyFiles(`${dir}/keys`, service);
  const signer = readSigner(service, { PRINCIPAL_KEY_FILE: own, PRINCIPAL_KEYS_FILE: all });
  const to = (called: ServiceName) => {
    const transport = grpcTransport({ baseUrl: urls[called], interceptors: [signCalls(signer, called)] });
    closing.push(() => transport.close());
    return transport;
  };
  return {
    purchases: createClient(PurchaseService, to("activity")),
    access: createClient(AccessService, to("activity")),
    webhooks: createClient(WebhookEndpointService, to("notify")),
    groups: createClient(CustomGroupService, to("factors")),
  };
}

describe("the key of imports alone", () => {
  it("reads no purchases, makes no webhook endpoint and checks no password of any organization", async () => {
    const imports = holderOf("imports");
    for (const as of [adminOf(theirs), servicePrincipal(theirs)] as Principal[]) {
      const calls = [
        imports.purchases.listPurchases({}, callAs(as)),
        imports.webhooks.createWebhookEndpoint({}, callAs(as)),
        imports.access.login({ email: "ana@example.com", password: "guess" }, callAs(as)),
      ];
      const refusals = await Promise.all(calls.map((call) => refusalOf(call)));
      expect(refusals.map(({ code }) => code)).toEqual(Array(calls.length).fill("FORBIDDEN"));
    }
  });
});

it("the role of a caller is checked before a stored reply is given", async () => {
  const { groups } = holderOf("gateway");
  const headers = { [IDEMPOTENCY_KEY]: newId(), [IDEMPOTENCY_FINGERPRINT]: "the same" };
  const admin = adminOf(theirs);
  const create = (as: Principal) =>
    groups.createCustomGroup({ name: newId(), category: GroupCategory.PURCHASES }, { ...callAs(as), headers });
  const { group } = await create(admin);
  expect((await create(admin)).group!.id).toBe(group!.id);
  expect((await refusalOf(create({ ...admin, role: "viewer" }))).code).toBe("FORBIDDEN");
});
