import { create, toBinary } from "@bufbuild/protobuf";
import { subjectOf } from "@emissions/kit/messages/stream";
import { NIL_ID } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { testInfra } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect } from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { as, EMAIL, lookUpsIn, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { followChanges } from "./changes.ts";

/** Less than the lifetime of a cached member. */
const SOON_MS = 3_000;

async function signedIn(app: Awaited<ReturnType<typeof gateway>>["app"]) {
  const payload = { email: EMAIL, password: "right" };
  const { access_token } = (await app.inject({ method: "POST", url: "/auth/login", payload })).json();
  return { authorization: `Bearer ${access_token}`, "x-organization-id": OURS };
}

it.each([
  { what: "access to the organization of a key", by: "key", organizationId: OURS, change: {} },
  {
    what: "the sessions of a person",
    by: "token",
    organizationId: NIL_ID,
    change: { userId: "u1" } as { userId?: string },
  },
])("looks a caller up again when $what changed", async ({ by, organizationId, change }) => {
  const { natsUrl: url } = testInfra();
  const { app, calls, members } = await gateway();
  const caller = by === "key" ? as("viewer") : await signedIn(app);
  const following = followChanges(members, {
    config: { NATS_URL: url },
    log: createLogger({ service: "test", level: "silent" }),
  });
  const nats = await connect({ servers: url });
  const type = AccessChangedSchema.typeName;
  const payload = toBinary(AccessChangedSchema, create(AccessChangedSchema, change));
  const message = toBinary(
    EventBatchSchema,
    create(EventBatchSchema, { events: [{ id: "1", organizationId, type, payload }] }),
  );
  try {
    const before = lookUpsIn(calls);
    await until(
      "the caller is looked up a second time",
      async () => {
        await app.inject({ url: "/v1/countries", headers: caller });
        nats.publish(subjectOf(type, organizationId), message);
        await nats.flush();
        return lookUpsIn(calls) > before + 1;
      },
      SOON_MS,
    );
    expect(lookUpsIn(calls)).toBe(before + 2);
  } finally {
    await nats.close();
    await following.stop();
  }
});
