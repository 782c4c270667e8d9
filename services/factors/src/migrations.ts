/** The tables of this service; those that every service has come with the kit. */
export const MIGRATIONS = [new URL("../migrations/", import.meta.url)];
