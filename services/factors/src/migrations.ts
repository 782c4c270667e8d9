/** Migrations of this service. The kit adds the common ones. */
export const MIGRATIONS = [new URL("../migrations/", import.meta.url)];
