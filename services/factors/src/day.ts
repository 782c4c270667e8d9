/** The current day in UTC. */
export const today = () => new Date().toISOString().slice(0, "2026-01-31".length);
