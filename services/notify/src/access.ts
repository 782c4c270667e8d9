import type { DescService } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { forbidden } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";

type Handler = (request: unknown, call: HandlerContext) => unknown;

/** Webhooks send data of an organization to any URL, so only its admins may manage them. */
export function forAdmins<S extends DescService>(handlers: ServiceImpl<S>): ServiceImpl<S> {
  const guarded = Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => {
    const guard: Handler = (request, call) => {
      if (principalOf(call).role === "admin") return handler(request, call);
      throw forbidden("ORG_ADMIN_REQUIRED", "Only admins of the organization manage its webhook endpoints.");
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded) as ServiceImpl<S>;
}
