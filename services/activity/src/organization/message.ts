import type { UserRow } from "./queries.ts";

export const toUser = (user: UserRow | null) =>
  user === null
    ? undefined
    : {
        id: user.id,
        email: user.email,
        firstName: user.firstName ?? undefined,
        lastName: user.lastName ?? undefined,
        prefix: user.prefix ?? undefined,
        phoneNumber: user.phoneNumber ?? undefined,
        profileImgUrl: user.profileImgUrl ?? undefined,
        onboardingDone: user.onboardingDone,
      };
