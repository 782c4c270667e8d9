import { type Consumer, on } from "@emissions/kit/messages/consume";
import { ProjectDeletedSchema } from "@emissions/proto/activity/v1/project_service";
import { deleteOfProject, insertDeletedProject, lockDashboards } from "./queries.ts";

/** The dashboard of a deleted project is invisible already. This frees its rows. */
export const dashboardConsumer: Consumer = on(ProjectDeletedSchema, async ({ tx, org }, { id }) => {
  await lockDashboards(tx, org);
  await insertDeletedProject(tx, org, id);
  await deleteOfProject(tx, org, id);
});
