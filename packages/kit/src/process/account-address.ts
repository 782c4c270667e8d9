/**
 * The one spelling of the email address of an account. Budgets of sign-ins, look-ups and stored rows use it. Databases
 * must not fold addresses: `lower()` of Postgres and JavaScript differ in letters such as U+0130.
 */
export const accountAddress = (email: string): string => email.toWellFormed().toLowerCase();
