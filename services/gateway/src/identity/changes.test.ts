import { create, toBinary } from "@bufbuild/protobuf";
import { subjectOf } from "@emissions/kit/messages/stream";
import { createLogger } from "@emissions/kit/process/log";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { testInfra } from "@emissions/testkit/infra";
import { until } from "@emissions/testkit/poll";
import { connect } from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { as, lookUpsIn, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { followChanges } from "./changes.ts";

it("looks a key up again when access to its organization has changed", async () => {
  const { natsUrl: url } = testInfra();
  const { app, calls, members } = await gateway();
  const following = followChanges(members, {
    config: { NATS_URL: url },
    log: createLogger({ service: "test", level: "silent" }),
  });
  const nats = await connect({ servers: url });
  const type = AccessChangedSchema.typeName;
  const change = toBinary(
    EventBatchSchema,
    create(EventBatchSchema, { events: [{ id: "1", organizationId: OURS, type }] }),
  );
  try {
    const before = lookUpsIn(calls);
    await until("the key is looked up a second time", async () => {
      await app.inject({ url: "/v1/countries", headers: as("viewer") });
      nats.publish(subjectOf(type, OURS), change);
      await nats.flush();
      return lookUpsIn(calls) > before + 1;
    });
    expect(lookUpsIn(calls)).toBe(before + 2);
  } finally {
    await nats.close();
    await following.stop();
  }
});
