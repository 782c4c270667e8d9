import type { Refusal } from "../entry.ts";

/** Dashboards, their widgets and comments. */
export const dashboardRefusals: readonly Refusal[] = [
  {
    code: "DASHBOARD_ALREADY_EXISTS",
    status: 409,
    meaning: "the project has a dashboard already",
    help: "change that dashboard, or delete it first",
  },
  {
    code: "DASHBOARD_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 200 dashboards, or 16 MiB of configs and places in them",
    help: "delete dashboards or widgets that are not used",
  },
  {
    code: "DASHBOARD_NOT_OWNER",
    status: 403,
    meaning: "the organization was invited to the project of the dashboard, so it only reads it",
    help: "ask the owning organization for the change",
  },
  {
    code: "COMMENT_LIMIT_REACHED",
    status: 409,
    meaning: "the widget has 200 comments",
    help: "delete comments that are not needed",
  },
  {
    code: "COMMENT_NOT_AUTHOR",
    status: 403,
    meaning: "another user has written the comment",
    help: "ask its author to delete it",
  },
];
