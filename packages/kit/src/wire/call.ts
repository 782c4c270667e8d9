import type { DescMethod } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";

/** The part of a handler's context that kit and the services use. Tests build it without a server. */
export type Call = Pick<HandlerContext, "requestHeader" | "responseHeader" | "values"> & {
  readonly method: DescMethod;
};
