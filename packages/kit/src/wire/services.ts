import type { DescService } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";

/** One RPC service with what answers it; a service's `routes` returns a list of these. */
export interface ServiceEntry {
  readonly service: DescService;
  readonly impl: Partial<ServiceImpl<DescService>>;
}

/** Checks the handlers against the service here; a list of entries no longer knows their types. */
export const serve = <S extends DescService>(service: S, impl: Partial<ServiceImpl<S>>): ServiceEntry => ({
  service,
  impl: impl as ServiceEntry["impl"],
});
