import type { HandlerContext } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { forbidden, notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import type { Context } from "../context.ts";
import { type PlaceRow, selectPlace } from "./queries.ts";

export type Dependencies = Pick<Context, "db" | "projects" | "workforce">;

/** A dashboard that the caller sees. */
export interface Opened extends PlaceRow {
  /** Categories that an invited organization may see. Null for the owner, who sees all. */
  views: readonly string[] | null;
  /** Organizations whose figures it may show: the owner and accepted ones below it. Empty if nothing asks for it. */
  group: ReadonlySet<string>;
}

/** The view of reads: an invitation comes from an organization above. */
export const INHERITED = { inherited: true } as const;

/** Same error for a missing dashboard, widget or project, and for one that the caller may not see. */
export const missing = (thing: string) => notFound(thing, "Not found.");

/**
 * Those of the dashboards that the caller sees. Asks activity with each call and caches nothing, so that a withdrawn
 * invitation and a deleted project have their effect at once.
 */
export async function openAll(
  { projects }: Dependencies,
  call: HandlerContext,
  places: readonly PlaceRow[],
  { withGroup = false } = {},
): Promise<Opened[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ projectId }) => projectId);
  // The principal names the group of an own dashboard.
  const asksForGroup = withGroup && places.some(({ isOwn }) => !isOwn);
  const { projects: found } = await projects.lookUpProjects({ ids, withGroup: asksForGroup }, forward(call));
  const known = new Map(found.map((project) => [project.id, project]));
  return places.flatMap((place): Opened[] => {
    const project = known.get(place.projectId);
    if (project?.organizationId !== place.organizationId) return [];
    if (place.isOwn) return [{ ...place, views: null, group: groupOf(principalOf(call)) }];
    return [{ ...place, views: project.allowedViews, group: new Set(project.groupIds) }];
  });
}

/** Organizations that own configs may name: the own one, and accepted ones below it. */
export const groupOf = ({ organizationId, descendants }: Principal): ReadonlySet<string> =>
  new Set([organizationId, ...descendants].map((id) => id.toLowerCase()));

/** A dashboard that the caller sees. Refuses every other one as missing. */
export async function open(dependencies: Dependencies, call: HandlerContext, id: string): Promise<Opened> {
  const place = isId(id) ? await dependencies.db.read(call, (tx: Tx) => selectPlace(tx, id), INHERITED) : null;
  return openPlace(dependencies, call, place);
}

/** The same, if the caller has looked for the dashboard already. */
export async function openPlace(
  dependencies: Dependencies,
  call: HandlerContext,
  place: PlaceRow | null,
  options: { withGroup?: boolean } = {},
): Promise<Opened> {
  const [opened] = await openAll(dependencies, call, place === null ? [] : [place], options);
  if (opened === undefined) throw missing("dashboard");
  return opened;
}

/** A dashboard that the caller may change. Refuses before anything else of the request is judged. */
export async function openOwn(dependencies: Dependencies, call: HandlerContext, id: string): Promise<Opened> {
  const opened = await open(dependencies, call, id);
  if (!opened.isOwn) throw forbidden("DASHBOARD_NOT_OWNER", "Only the owning organization can modify the dashboard.");
  return opened;
}

/** Refuses a project of another organization, or one that does not exist, as missing. */
export async function requireOwnProject({ projects }: Dependencies, call: HandlerContext, org: string, id: string) {
  const { projects: found } = await projects.lookUpProjects({ ids: [id] }, forward(call));
  if (found[0]?.organizationId !== org.toLowerCase()) throw missing("project");
}
