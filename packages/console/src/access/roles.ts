import type { Role } from "../state/context.ts";
import type { Say } from "../words/words.ts";

export const ROLES = ["viewer", "auditor", "editor", "admin", "human_resources"] as const satisfies readonly Role[];

export const roleOptions = (say: Say) => ROLES.map((value) => ({ value, text: say(`role.${value}`) }));

interface Person {
  email: string;
  first_name: string | null;
  last_name: string | null;
}

/** The name of a person, or the address of one without a name. */
export const personName = ({ email, first_name, last_name }: Person) =>
  [first_name, last_name].filter((part) => part).join(" ") || email;
