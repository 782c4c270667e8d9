import type { FastifyReply } from "fastify";

/** Adds the name of a request header that the answer depends on. */
export const addVary = (reply: FastifyReply, name: string): void => addToHeader(reply, "vary", name);

/** Adds a value to a header that is a list. */
export function addToHeader(reply: FastifyReply, header: string, value: string): void {
  const values = String(reply.getHeader(header) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  if (!values.some((one) => one.toLowerCase() === value)) reply.header(header, [...values, value].join(", "));
}
