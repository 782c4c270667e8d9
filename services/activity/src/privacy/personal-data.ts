import type { Call } from "@emissions/kit/db/transactions";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";

const SEE_PERSONAL_DATA: readonly Principal["role"][] = ["admin", "editor", "human_resources"];

/** Birth dates, disabilities and salaries. Viewers and auditors get null for them, and must not filter or sort by them. */
export const seesPersonalData = (call: Pick<Call, "values">): boolean =>
  SEE_PERSONAL_DATA.includes(principalOf(call).role);
