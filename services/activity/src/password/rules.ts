import { accountAddress } from "@emissions/kit/process/account-address";
import { type Check, violation } from "@emissions/kit/wire/checks";
import { isTooLong, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from "../access/passwords.ts";

/** The checks of a password that a person chooses. */
export function checkNewPassword(field: string, password: string, email: string): Check[] {
  if ([...password].length < PASSWORD_CHARACTERS_MIN)
    return [violation(field, "value_error.any_str.min_length", AT_LEAST)];
  if (isTooLong(password)) return [violation(field, "value_error.any_str.max_length", AT_MOST)];
  if (accountAddress(password) === accountAddress(email))
    return [violation(field, "value_error.password", "must not be the email address")];
  return [];
}

const AT_LEAST = `ensure this value has at least ${PASSWORD_CHARACTERS_MIN} characters`;
const AT_MOST = `ensure this value has at most ${PASSWORD_CHARACTERS_MAX} characters`;
