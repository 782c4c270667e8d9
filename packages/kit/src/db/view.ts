import { conflict, forbidden } from "../wire/errors.ts";
import type { Principal } from "../wire/principal.ts";

/** Organizations whose rows a read sees besides those of the caller. */
export interface View {
  /** The accepted organizations below the caller's. */
  group?: boolean;
  /** The organizations above the caller's. */
  inherited?: boolean;
  /** Organizations that an event or another service named. Only services may give them. */
  owners?: readonly string[];
  /**
   * Organizations that the handler answers for: one that it creates, one that a secret of the request names, or one below
   * the caller. It checks the secret or the place before it reads other rows of theirs.
   */
  vouched?: readonly string[];
}

/** Options of a write besides its view. */
export interface WriteOptions extends View {
  /** The write is also for archived organizations, such as the revocation of a key. */
  allowsArchived?: boolean;
}

export function othersIn(
  { group = false, inherited = false, owners = [], vouched = [] }: View,
  principal: Principal,
): string[] {
  const { kind, descendants, ancestors } = principal;
  if (owners.length > 0 && kind !== "service") throw forbidden("FORBIDDEN", "Only services name other organizations.");
  return [...(group ? descendants : []), ...(inherited ? ancestors.map(({ id }) => id) : []), ...owners, ...vouched];
}

/** The work of a write for an archived organization. A repeat of an earlier request gets its reply before. */
export const refuseArchived = (): Promise<never> =>
  Promise.reject(conflict("ORGANIZATION_ARCHIVED", "The organization is archived."));
