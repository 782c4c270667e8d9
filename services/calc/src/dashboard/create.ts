import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { checkEnum, checkId, refuse } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { conflict } from "@emissions/kit/wire/errors";
import { preferredLanguage } from "@emissions/kit/wire/language";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type CreateDashboardFromTemplateRequest,
  type CreateDashboardRequest,
  type DashboardService,
  DashboardTemplateIdSchema,
} from "@emissions/proto/calc/v1/dashboard_service";
import { type Dependencies, missing, requireOwnProject } from "./access.ts";
import { announceWidgets } from "./announce.ts";
import { type Layouts, NO_LAYOUTS } from "./layouts.ts";
import { toDashboard } from "./messages.ts";
import {
  insertDashboard,
  lockDashboards,
  replaceWidgets,
  selectDashboards,
  selectExisting,
  selectOtherBytes,
  selectWidgets,
} from "./queries.ts";
import { bytesOf, ORGANIZATION_BYTES_MAX } from "./size.ts";
import { fill, LANGUAGES, TEMPLATES } from "./templates.ts";
import { showRevision } from "./version.ts";
import type { WidgetValues } from "./widgets.ts";

/** Dashboards of one organization. */
export const DASHBOARDS_MAX = 200;

type Handlers = Pick<
  ServiceImpl<typeof DashboardService>,
  "createDashboard" | "createDashboardFromTemplate" | "listDashboardTemplates"
>;

interface Content {
  widgets: readonly WidgetValues[];
  layouts: Layouts;
}

export const creationHandlers = (dependencies: Dependencies): Handlers => ({
  createDashboard: (request, call) =>
    createDashboard(dependencies, call, request, () => ({ widgets: [], layouts: NO_LAYOUTS })),

  createDashboardFromTemplate: (request, call) => {
    const template = enumText(DashboardTemplateIdSchema, request.template);
    refuse(checkEnum("template", template, enumTexts(DashboardTemplateIdSchema)));
    const language = preferredLanguage(request.language, LANGUAGES);
    const year = new Date().getUTCFullYear() - 1;
    return createDashboard(dependencies, call, request, (org) =>
      fill(TEMPLATES.find(({ id }) => id === request.template)!, { org, language, year }),
    );
  },

  listDashboardTemplates: (request) => {
    const language = preferredLanguage(request.language, LANGUAGES);
    return {
      templates: TEMPLATES.map(({ id, names, widgets }) => ({
        id,
        name: names[language],
        widgetNames: widgets.map((widget) => widget.names[language]),
      })),
    };
  },
});

async function createDashboard(
  dependencies: Dependencies,
  call: HandlerContext,
  request: CreateDashboardRequest | CreateDashboardFromTemplateRequest,
  contentFor: (org: string) => Content,
) {
  // A repeat must not be judged by a later deletion of the project.
  const earlier = await dependencies.db.earlier(call, request);
  if (earlier !== null) return earlier;
  const { projectId } = request;
  refuse(checkId("project_id", projectId));
  const org = principalOf(call).organizationId.toLowerCase();
  await requireOwnProject(dependencies, call, org, projectId);
  return dependencies.db.write(call, request, async (write) => {
    const dashboard = await insert(write, projectId.toLowerCase(), contentFor(org));
    showRevision(call, dashboard);
    return { dashboard };
  });
}

async function insert(write: Write, projectId: string, { widgets, layouts }: Content) {
  const { tx, org, about } = write;
  await lockDashboards(tx, org);
  const { dashboards, isTaken, isDeleted } = await selectExisting(tx, org, projectId);
  if (isDeleted) throw missing("project");
  if (isTaken) throw conflict("DASHBOARD_ALREADY_EXISTS", "The project has a dashboard already.");
  const key = { organizationId: org, id: newId() };
  const bytes = bytesOf(widgets, layouts);
  const isFull =
    dashboards >= DASHBOARDS_MAX || bytes + (await selectOtherBytes(tx, org, key.id)) > ORGANIZATION_BYTES_MAX;
  if (isFull) throw limitReached();
  about(key.id);
  await insertDashboard(tx, { ...key, projectId }, { layouts, bytes });
  await replaceWidgets(tx, key, widgets, new Set());
  await announceWidgets(write, projectId, widgets);
  const [row] = await selectDashboards(tx, [key]);
  return { ...toDashboard(row!, await selectWidgets(tx, [key]), null), revision: row!.revision };
}

export const limitReached = () =>
  conflict(
    "DASHBOARD_LIMIT_REACHED",
    `An organization has at most ${DASHBOARDS_MAX} dashboards, with ${ORGANIZATION_BYTES_MAX / 1024 / 1024} MiB of configs and places.`,
  );
