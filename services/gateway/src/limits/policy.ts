/** The limits of a token bucket. The bucket of an organization may have others (`rate_limit_overrides`). */
export interface Policy {
  /** In the header `RateLimit-Policy`. */
  name: string;
  /** Requests in each window, in the long run. */
  requests: number;
  windowS: number;
  /** Requests at once after a pause: the capacity of the bucket. */
  burst: number;
  /** Each route has a bucket of its own; by default all routes with the policy share one. */
  perRoute?: true;
}

/** Every API key, and every user with a token, on all endpoints without a limit of their own. */
export const ACCOUNT: Policy = { name: "account", requests: 600, windowS: 60, burst: 900 };
/**
 * All keys and users of a group together, on every endpoint with a limit. Fifty keys reach their own limits at once. Settings
 * change it, and operators for one group.
 */
export const GROUP: Policy = { name: "group", requests: 30_000, windowS: 60, burst: 45_000 };
/** Every address, for requests without valid credentials. */
export const ADDRESS: Policy = { name: "address", requests: 600, windowS: 60, burst: 900 };
/** Each route that creates one logistics request or recharge, in place of `ACCOUNT`. */
export const LOGISTICS_WRITE: Policy = { name: "logistics-write", requests: 30, windowS: 1, burst: 30, perRoute: true };

/** Failed sign-ins of an account from an address from which the person has signed in before. */
export const SIGN_IN_KNOWN: Policy = { name: "sign-in-known", requests: 10, windowS: 600, burst: 10 };
/** Failed sign-ins of an account from all other addresses. */
export const SIGN_IN_ACCOUNT: Policy = { name: "sign-in-account", requests: 30, windowS: 3_600, burst: 30 };
/** Failed sign-ins from an address to accounts that it does not know. */
export const SIGN_IN_ADDRESS: Policy = { name: "sign-in-address", requests: 100, windowS: 60, burst: 100 };

/** Wrong keys and tokens from an address. */
export const FAILED_CREDENTIALS: Policy = { name: "failed-credentials", requests: 100, windowS: 60, burst: 100 };
/** Links that do not exist, from an address. */
export const FAILED_LINKS: Policy = { name: "failed-links", requests: 30, windowS: 60, burst: 30 };
/** Each link that exists, from each address: a survey has one link for all people of an office. */
export const LINK: Policy = { name: "link", requests: 600, windowS: 60, burst: 900 };
/** Wrong passwords with links of an organization. */
export const LINK_PASSWORDS: Policy = { name: "link-passwords", requests: 30, windowS: 60, burst: 30 };

export const POLICIES = [
  ACCOUNT,
  GROUP,
  ADDRESS,
  LOGISTICS_WRITE,
  SIGN_IN_KNOWN,
  SIGN_IN_ACCOUNT,
  SIGN_IN_ADDRESS,
  FAILED_CREDENTIALS,
  FAILED_LINKS,
  LINK,
  LINK_PASSWORDS,
];

/** The owner of a bucket. */
export interface Subject {
  /** The all-zero id for an address. */
  organizationId: string;
  /** An API key, a user, an address or a group, which its top organization owns. */
  name: string;
}

/** The bucket of a group, named by the organization at its top. */
export const groupSubject = (root: string): Subject => ({ organizationId: root, name: "group" });
