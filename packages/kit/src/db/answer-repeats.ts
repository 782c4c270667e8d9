import type { Message } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { IDEMPOTENCY_KEY } from "../wire/headers.ts";
import type { Db } from "./transactions.ts";

/** Answers a repeated request before its handler runs. Rules and other services may answer differently by now. */
export const answerRepeats =
  (db: Db): Interceptor =>
  (next) =>
  async (request) => {
    if (request.stream || !request.header.has(IDEMPOTENCY_KEY)) return next(request);
    const { method, header: requestHeader, contextValues: values } = request;
    const responseHeader = new Headers();
    const earlier = await db.earlier({ method, requestHeader, responseHeader, values }, request.message as Message);
    if (earlier === null) return next(request);
    const reply = { header: responseHeader, trailer: new Headers(), message: earlier as Message };
    return { stream: false, service: request.service, method, ...reply };
  };
