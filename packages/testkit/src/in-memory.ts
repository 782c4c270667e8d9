import { type DescMessage, type DescService, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { withEmptyUpdates } from "@emissions/kit/db/empty-updates";
import { type Packed, unpack } from "@emissions/kit/db/packing";
import type { Db } from "@emissions/kit/db/transactions";
import { refusalIn } from "@emissions/kit/wire/errors";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import type { ServiceEntry } from "@emissions/kit/wire/services";
import { type FlatClient, flattened, nested } from "./flat.ts";
import { toService } from "./principals.ts";
import type { ServiceName } from "./roles.ts";

type Owner = Pick<Principal, "organizationId">;

/** The real handlers of a service, called without a socket, and access to its database. */
export function inMemory({
  db,
  service: name,
  entries,
}: {
  db: Db;
  service: ServiceName;
  entries: readonly ServiceEntry[];
}) {
  const transport = createRouterTransport((router) => {
    for (const { service, impl } of withEmptyUpdates(entries)) router.service(service, impl);
  }, toService(name));
  return {
    transport,
    /** The service as the principal calls it, with flat messages. */
    as: <S extends DescService>(principal: Principal, service: S, more: Record<string, string> = {}): FlatClient<S> => {
      const inner = createClient(service, transport) as Record<string, (request: object, options: object) => unknown>;
      const options = { ...callAs(principal), headers: more };
      const calls = service.methods.map(({ localName, input, output, methodKind }) => {
        const call = async (request: object) => {
          const reply = inner[localName]!(nested(input, request as Record<string, unknown>), options);
          if (methodKind !== "server_streaming") return flattened(output, (await reply) as Record<string, unknown>);
          const messages = await Array.fromAsync(reply as AsyncIterable<Record<string, unknown>>);
          return messages.map((message) => flattened(output, message));
        };
        return [localName, call];
      });
      return Object.fromEntries(calls) as FlatClient<S>;
    },
    /** The events of one type in the outbox of an organization, oldest first. */
    events: async <D extends DescMessage>({ organizationId }: Owner, desc: D): Promise<MessageShape<D>[]> => {
      const rows = await db.asService(
        organizationId,
        ({ tx }) => tx<Packed[]>`
          select payload, packed from outbox where organization_id = ${organizationId} and type = ${desc.typeName}
          order by created_at, id`,
      );
      return rows.map((row) => fromBinary(desc, unpack(row)));
    },
    /** Rows as the service sees them for the organization. */
    rows: <R extends object>({ organizationId }: Owner, table: string) =>
      db.asService(organizationId, ({ tx }) => tx<R[]>`select * from ${tx(table)}`),
  };
}

/** The refusal of a call, with violations as "loc type". Fails if the call succeeded or failed unexpectedly. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (reason) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error("The call was not refused on purpose.", { cause: error });
  const refusal = refusalIn(error);
  if (refusal === undefined) throw new Error("The call failed.", { cause: error });
  return {
    status: error.code,
    code: refusal.code,
    detail: error.rawMessage,
    violations: refusal.violations.map(({ loc, type }) => `${loc.join(".")} ${type}`),
  };
}
