import type { DescService } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";

/** One RPC service with its handlers. The `routes` of a service return a list of these. */
export interface ServiceEntry {
  readonly service: DescService;
  readonly impl: Partial<ServiceImpl<DescService>>;
}

/** Checks the handlers against the service, because a list of entries has no such types. */
export const serve = <S extends DescService>(service: S, impl: Partial<ServiceImpl<S>>): ServiceEntry => ({
  service,
  impl: impl as ServiceEntry["impl"],
});
