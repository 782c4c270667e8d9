/** The first argument of the image and the module that it runs. */
export const PROCESSES: Readonly<Record<string, string>> = {
  gateway: "../../services/gateway/src/main.ts",
  factors: "../../services/factors/src/main.ts",
  activity: "../../services/activity/src/main.ts",
  calc: "../../services/calc/src/main.ts",
  imports: "../../services/imports/src/main.ts",
  notify: "../../services/notify/src/main.ts",
  streams: "../../packages/kit/src/commands/keep-streams.ts",
  migrate: "../../packages/kit/src/commands/migrate.ts",
};
