import type { Principal } from "@emissions/kit/wire/principal";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { activity, us } from "../activity.fixture.ts";

/** The id of a new project. */
export const addProject = async (by: Principal = us): Promise<string> =>
  (await activity.as(by, ProjectService).createProject({ name: "Report", responsibleUserId: by.userId! })).project!.id;
