import type { Deprecated } from "./route-spec.ts";

/** RFC 9745 and RFC 5829. There is no `Sunset` header, because no date of removal is set. */
export function deprecationHeaders(deprecated: Deprecated | undefined): Record<string, string> {
  if (deprecated === undefined) return {};
  const seconds = Date.parse(`${deprecated.since}T00:00:00Z`) / 1000;
  return { deprecation: `@${seconds}`, link: `<${pathOf(deprecated)}>; rel="successor-version"` };
}

const pathOf = ({ successor }: Deprecated) => successor.slice(successor.indexOf("/"));
