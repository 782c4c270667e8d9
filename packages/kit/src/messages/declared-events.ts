import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createFileRegistry, fromBinary, getOption } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { consumers, subscribers } from "@emissions/proto/common/v1/event";
import type { Consumer } from "./consume.ts";
import { partsOf } from "./stream.ts";

/** An event with the services that receive it, by the options of its message. */
export interface DeclaredEvent {
  type: string;
  /** The only service that publishes it. */
  owner: string;
  consumers: readonly string[];
  subscribers: readonly string[];
}

export interface Declarations {
  /** Services with an outbox. Each has a stream, even if it has no event yet. */
  owners: readonly string[];
  events: readonly DeclaredEvent[];
}

const SERVICE_NAME = /^emissions\.(\w+)\.v\d+\./;
/** The package of what all services have. It is no service. */
const COMMON = "common";

let known: Declarations | undefined;

/** The streams and events of all services. They are read from the protos, so that no second list exists. */
export function readDeclarations(): Declarations {
  // The image of the protos has a megabyte. Reading it takes longer than a start of NATS.
  known ??= readImage();
  return known;
}

function readImage(): Declarations {
  const image = createRequire(import.meta.url).resolve("@emissions/proto/image.binpb");
  const owners = new Set<string>();
  const events: DeclaredEvent[] = [];
  for (const desc of createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(image)))) {
    if (desc.kind === "service") owners.add(SERVICE_NAME.exec(desc.typeName)![1]!);
    if (desc.kind !== "message") continue;
    const receivers = { consumers: getOption(desc, consumers), subscribers: getOption(desc, subscribers) };
    if (receivers.consumers.length + receivers.subscribers.length === 0) continue;
    events.push({ type: desc.typeName, owner: partsOf(desc.typeName).owner, ...receivers });
  }
  owners.delete(COMMON);
  return {
    owners: [...owners].sort(),
    events: events.sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}

/** Throws for an event that does not name the service. NATS would refuse its messages to the service. */
export function requireDeclared(service: string, all: readonly Consumer[]): void {
  for (const { event } of all) {
    if (!getOption(event, consumers).includes(service))
      throw new Error(`${event.typeName} does not name ${service} among its consumers`);
  }
}
