import type { UserRow } from "./queries.ts";

/** The person who recorded something, as its message shows them. */
export const toUser = (user: UserRow | null) =>
  user === null
    ? undefined
    : { id: user.id, email: user.email, firstName: user.firstName ?? undefined, lastName: user.lastName ?? undefined };
