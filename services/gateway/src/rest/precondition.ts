import { conflict } from "@emissions/kit/wire/errors";
import type { FastifyRequest } from "fastify";
import type { Route } from "./route-spec.ts";

/** A strong tag of a record: its version, and the hash of one of its forms. */
const TAG = /^"([\w-]+)\.[\w-]+"$/;
/** Longer lists are cut. Clients send the one tag that they have. */
const TAGS_MAX = 20;

/**
 * The versions of `If-Match`, of which the record must have one; undefined when any version will do. A tag of another form
 * never matches. Routes that cannot compare versions refuse tags: the client relies on the comparison.
 */
export function expectedVersions({ verb, spec }: Route, { headers }: FastifyRequest): string[] | undefined {
  const sent = headers["if-match"]?.trim();
  if (sent === undefined || sent === "*" || verb === "GET" || verb === "POST") return undefined;
  if (!spec.versioned) throw conflict("PRECONDITION_FAILED", "This resource has no versions that If-Match could name.");
  const versions = sent.split(",", TAGS_MAX).flatMap((tag) => TAG.exec(tag.trim())?.[1] ?? []);
  // No version is empty.
  return versions.length > 0 ? versions : [""];
}
