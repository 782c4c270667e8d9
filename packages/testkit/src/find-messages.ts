import { connectionOptions } from "@emissions/kit/messages/nats";
import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

interface Search {
  /** Messages are read from this time on. */
  since: Date;
  texts: readonly string[];
}

/** The number of messages of all streams, and the subjects of those that contain one of the texts. */
export async function findMessages(natsUrl: string, { since, texts }: Search) {
  const nats = await connect(connectionOptions({ url: natsUrl, name: "find messages" }));
  const found = { read: 0, subjects: [] as string[] };
  try {
    const manager = await jetstreamManager(nats);
    for await (const { config } of manager.streams.list()) {
      const from = { deliver_policy: DeliverPolicy.StartTime, opt_start_time: since.toISOString() };
      const consumer = await jetstream(nats).consumers.get(config.name, from);
      const { num_pending: pending } = await consumer.info();
      if (pending === 0) continue;
      for await (const { data, subject } of await consumer.fetch({ max_messages: pending })) {
        found.read += 1;
        const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
        if (texts.some((text) => bytes.includes(text))) found.subjects.push(subject);
      }
    }
    return found;
  } finally {
    await nats.close();
  }
}
