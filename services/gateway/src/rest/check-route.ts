import assert from "node:assert/strict";
import { flatFields } from "@emissions/kit/wire/fields";
import type { z } from "zod";
import { LINK_PARAMETER, type Route } from "./route-spec.ts";

/** At start, rejects a path parameter without a field, a route without credentials that writes, and a link without a token. */
export function checkRoute({ method, path, verb, spec }: Route): void {
  assert(spec.auth !== "organization" || verb === "GET", `${path}: whoever proves nothing changes nothing`);
  const hasToken =
    path.includes(`{${LINK_PARAMETER}}`) || (spec.body as z.ZodObject | undefined)?.shape?.[LINK_PARAMETER];
  assert(spec.auth !== "link" || hasToken, `${path}: a link has a token`);
  assert(spec.auth === "link" || !path.includes(`{${LINK_PARAMETER}}`), `${path}: tokens in paths are links`);
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    const known = flatFields(method.input).has(spec.rename?.[name!] ?? name!);
    assert(known, `${path}: ${method.input.typeName} has no field ${name}`);
  }
}
