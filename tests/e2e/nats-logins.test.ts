import { create, toBinary } from "@bufbuild/protobuf";
import { connectionOptions } from "@emissions/kit/messages/nats";
import { subjectOf } from "@emissions/kit/messages/stream";
import { newId } from "@emissions/kit/process/id";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { until } from "@emissions/testkit/poll";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { expect, inject, it } from "vitest";
import { calculated, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const STREAMS = ["ACTIVITY", "CALC", "FACTORS", "IMPORTS", "NOTIFY"];

async function withLogin<R>(user: "calc" | "notify" | "streams", work: (nats: NatsConnection) => Promise<R>) {
  const nats = await connect(connectionOptions({ url: inject("sharedSystem").natsUrls[user], name: "test" }));
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}

/** A result as calc publishes it. */
function resultOf(organizationId: string, recordId: string, co2e: string) {
  const result = {
    recordId,
    revision: 1,
    version: 1,
    entityType: EntityType.PURCHASES,
    status: CalculationOutcome.CALCULATED,
    co2e: { value: co2e },
  };
  const payload = toBinary(RecordsCalculatedSchema, create(RecordsCalculatedSchema, { results: [result] }));
  const type = RecordsCalculatedSchema.typeName;
  const events = [{ id: newId(), organizationId, type, payload }];
  return {
    subject: subjectOf(type, organizationId),
    data: toBinary(EventBatchSchema, create(EventBatchSchema, { events })),
  };
}

it("a result changes the emissions of a record if calc publishes it, and not with the login of notify", async () => {
  const backend = await sharedBackend();
  const us = backend.caller("outsider");
  const body = {
    product_name: "Steel",
    sector: "541511",
    quantity: 100,
    unit_id: (await unitIds(backend, us))("EUR"),
    purchase_date: "2025-06-01",
    expense_type: "opex",
  };
  const { json } = await backend.call("POST", "/v1/purchases", { as: us, body });
  const { co2e } = await calculated(backend, us, json.id);
  expect(co2e).toBeGreaterThan(0);
  const emissions = async () => (await backend.call("GET", `/v1/purchases/${json.id}`, { as: us })).json.co2e;

  const { subject, data } = resultOf(us["x-organization-id"], json.id, "123.5");
  await expect(withLogin("notify", (nats) => nats.request(subject, data))).rejects.toThrow("no responders");
  expect(await emissions()).toBe(co2e);
  await withLogin("calc", (nats) => nats.request(subject, data));
  await until("the result of calc", async () => (await emissions()) === 123.5);
});

interface ConsumerList {
  consumers: { config: { durable_name?: string }; num_waiting: number }[];
}

it("each declared consumer has a service that pulls its messages", async () => {
  await withLogin("streams", (nats) =>
    until("all consumers to be pulled", async () => {
      const lists = await Promise.all(
        STREAMS.map(async (stream) =>
          (await nats.request(`$JS.API.CONSUMER.LIST.EVENTS_${stream}`)).json<ConsumerList>(),
        ),
      );
      const durable = lists
        .flatMap(({ consumers }) => consumers)
        .filter(({ config }) => config.durable_name !== undefined);
      return durable.length > 0 && durable.every(({ num_waiting }) => num_waiting > 0);
    }),
  );
});
