import { fromBinary } from "@bufbuild/protobuf";
import { unpack } from "@emissions/kit/db/packing";
import { keepConnected, type NatsConfig, natsLogin } from "@emissions/kit/messages/nats";
import { filterOf } from "@emissions/kit/messages/stream";
import type { Logger } from "@emissions/kit/process/log";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import type { Members } from "./members.ts";

/**
 * Drops cached members when their rights change or their sessions end. It is a plain subscription because each gateway needs every message.
 * After a lost message the cache still expires within five seconds.
 */
export const followChanges = (members: Members, { config, log }: { config: NatsConfig; log: Logger }) =>
  keepConnected({
    ...natsLogin(config, "gateway"),
    log,
    onConnected: (nats) => {
      nats.subscribe(filterOf(AccessChangedSchema.typeName), {
        callback: (error, message) => {
          if (error !== null) return log.warn({ err: error }, "cannot follow changes of access");
          const { events } = fromBinary(EventBatchSchema, message.data);
          for (const event of events) {
            const { userId } = fromBinary(AccessChangedSchema, unpack(event));
            if (userId === "") members.drop(event.organizationId);
            else members.dropPerson(userId);
          }
        },
      });
    },
  });
