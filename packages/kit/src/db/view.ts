import { forbidden } from "../wire/errors.ts";
import type { Principal } from "../wire/principal.ts";

/** Organizations whose rows a read sees besides those of the caller. */
export interface View {
  /** The accepted organizations below the caller's. */
  group?: boolean;
  /** The organizations above the caller's. */
  inherited?: boolean;
  /** Organizations that an event or another service named. Only services may give them. */
  owners?: readonly string[];
}

export function othersIn({ group = false, inherited = false, owners = [] }: View, principal: Principal): string[] {
  const { kind, descendants, ancestors } = principal;
  if (owners.length > 0 && kind !== "service") throw forbidden("FORBIDDEN", "Only services name other organizations.");
  return [...(group ? descendants : []), ...(inherited ? ancestors.map(({ id }) => id) : []), ...owners];
}
