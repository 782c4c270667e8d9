import type { FastifyReply, FastifyRequest } from "fastify";
import { addToHeader, addVary } from "./header-list.ts";
import { DECIMALS_AS_TEXT, PREFERENCE_APPLIED, prefersTextDecimals } from "./prefer.ts";

/** The types of TypeScript lack `isRawJSON` still. */
const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): value is { rawJSON: string } };

/** Decimals are raw JSON (`present.ts`). Counts are numbers, and stay numbers. */
const asText = (_: string, value: unknown) => (isRawJSON(value) ? value.rawJSON : value);

/** Writes answers as JSON, with decimals as the client prefers them. Sets the headers of the answer. */
export function jsonWriter(request: FastifyRequest, reply: FastifyReply): (value: unknown) => string {
  if (request.method === "GET" || request.method === "HEAD") addVary(reply, "prefer");
  if (!prefersTextDecimals(request.headers)) return (value) => JSON.stringify(value);
  addToHeader(reply, PREFERENCE_APPLIED, DECIMALS_AS_TEXT);
  return (value) => JSON.stringify(value, asText);
}
