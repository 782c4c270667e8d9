import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import type {
  Dashboard,
  DashboardLayoutsSchema,
  DashboardWidgetSchema,
} from "@emissions/proto/calc/v1/dashboard_service";
import { adminOf } from "@emissions/testkit/principals";
import { type CalcService, calcService, type SumContractDays } from "../calc.fixture.ts";
import { factors } from "../record/record.fixture.ts";

interface Project {
  owner: string;
  /** Organizations below the owner. */
  below: string[];
  invited: Map<string, string[]>;
}

/** The calc service with projects that the tests create, share and delete. */
export async function dashboardService({ sumContractDays }: { sumContractDays?: SumContractDays } = {}) {
  const projects = new Map<string, Project>();
  const calc: CalcService = await calcService(
    factors.resolveFactors,
    ({ ids, withGroup }, call) => {
      const { organizationId, ancestors } = principalOf(call);
      return {
        projects: ids.flatMap((id) => {
          const project = projects.get(id);
          if (project === undefined) return [];
          const groupIds = withGroup ? [project.owner, ...project.below] : [];
          if (project.owner === organizationId) return [{ id, organizationId, groupIds }];
          const allowedViews = project.invited.get(organizationId);
          const isBelow = ancestors.some((ancestor) => ancestor.id === project.owner);
          return allowedViews && isBelow ? [{ id, organizationId: project.owner, allowedViews, groupIds }] : [];
        }),
      };
    },
    sumContractDays,
  );
  const methods = calc.dashboards;
  return {
    calc,
    methods,
    projects,
    /** A new project of the organization. */
    project: ({ organizationId: owner, descendants }: Principal): string => {
      const id = newId();
      projects.set(id, { owner, below: [...descendants], invited: new Map() });
      return id;
    },
    invite: (project: string, { organizationId }: Principal, ...views: string[]) =>
      projects.get(project)!.invited.set(organizationId, views),
    /** A dashboard of a new project. */
    async create(by: Principal, widgets?: Widget[], layouts?: Layouts): Promise<Dashboard> {
      const { dashboard } = await methods.createDashboard({ projectId: this.project(by) }, calc.by(by));
      return widgets === undefined
        ? dashboard!
        : this.update(dashboard!.id, { widgets, ...(layouts && { layouts }) }, by);
    },
    async update(id: string, sent: Changes, by: Principal, more: CallOptions = {}): Promise<Dashboard> {
      const request = { id, ...sent, updateMask: { paths: Object.keys(sent) } };
      return (await methods.updateDashboard(request, { ...calc.by(by), ...more })).dashboard!;
    },
  };
}

type Widget = MessageInitShape<typeof DashboardWidgetSchema>;
type Layouts = MessageInitShape<typeof DashboardLayoutsSchema>;

export interface Changes {
  widgets?: Widget[];
  layouts?: Layouts;
}

/** An owner of projects, and organizations below it. */
export function family() {
  const owner = newId();
  const children = [newId(), newId()].map((id) => adminOf(id, { ancestors: [{ id: owner, name: "Holding" }] }));
  const descendants = children.map(({ organizationId }) => organizationId);
  return { us: adminOf(owner, { descendants }), child: children[0]!, sibling: children[1]! };
}

/** The config of a chart of metrics of some categories. */
export const configOf = ({ organizationId }: Principal, ...categories: string[]): string =>
  JSON.stringify({
    metrics: categories.map((category) => ({
      id: category,
      category,
      filters: {},
      aggregation: { organizations: [{ id: organizationId }] },
    })),
    periodicity: "month",
    periods: [{ start_date: "2025-01-01", end_date: "2025-12-31" }],
    unit: "tCO2e",
  });

export const place = (i: string, x = 0) => ({ i, x, y: 0, w: 2, h: 1 });
