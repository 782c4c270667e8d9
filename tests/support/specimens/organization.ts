import { newId } from "@emissions/kit/process/id";
import postgres from "postgres";
import { expect } from "vitest";
import { adminOf, CHILDREN, create, ORGANIZATIONS, type Scene, specimen } from "./scene.ts";

async function addProject(scene: Scene, responsible_user_id: string, organization_id: string) {
  const { id } = await create(scene, "/v1/projects", { name: scene.mark, responsible_user_id });
  const invitation = { organization_id, allowed_views: ["wastes"] };
  await create(scene, `/v1/projects/${id}/invitations`, invitation);
  scene.specimens.set("/v1/projects", {
    ids: { id, organization_id },
    change: { name: "Taken over" },
    path: `/v1/projects/${id}`,
  });
  await addDashboard(scene, id);
}

async function addDashboard(scene: Scene, project_id: string) {
  const all = "/v2/dashboard";
  const { id } = await create(scene, all, { project_id });
  const path = `${all}/${id}`;
  const body = { widgets: [{ id: scene.mark, name: scene.mark, config: {} }] };
  expect((await scene.backend.call("PATCH", path, { as: scene.as, body })).status).toBe(200);
  const { id: comment_id } = await create(scene, `${path}/widgets/${scene.mark}/comments`, { text: scene.mark });
  scene.specimens.set(all, { ids: { id, widget_id: scene.mark, comment_id }, change: { widgets: [] }, path });
}

export async function addAuditEvent(scene: Scene, entityId: string) {
  const { json } = await scene.backend.call("GET", `/v2/audit-events?entity_id=${entityId}`, { as: scene.as });
  const { id } = json.items[0];
  scene.specimens.set("/v2/audit-events", { ids: { id }, change: {}, path: `/v2/audit-events/${id}` });
}

/** A key, a member, an organization below and both kinds of invitations, made by a signed-in admin. */
export async function addAccess(scene: Scene) {
  const headers = scene.headers;
  const { email } = adminOf(scene.backend, scene.slug);
  const add = async (path: string, body: object) => {
    const answer = await scene.backend.call("POST", path, { headers, body });
    expect(answer.status).toBe(201);
    return answer.json.id;
  };
  specimen(scene, "/v1/api-keys", await add("/v1/api-keys", { name: scene.mark }), { overlap_seconds: 0 });
  const { items } = (await scene.backend.call("GET", "/v1/members", { headers })).json;
  const { user_id } = items.find((member: { email: string }) => member.email !== email);
  const path = `/v1/members/${user_id}`;
  const member = { ids: { user_id }, path, signedIn: true } as const;
  scene.specimens.set("/v1/members", { ...member, change: { role: "viewer" } });
  scene.specimens.set("/v2/members", { ...member, change: {} });
  const person = await add("/v1/members", { email: `${newId()}@example.com`, first_name: scene.mark, role: "viewer" });
  const invited = "/v1/members/invitations";
  scene.specimens.set(invited, { ids: { id: person }, change: {}, path: invited });
  const child = await add(CHILDREN, { name: scene.mark, country: "ES" });
  specimen(scene, CHILDREN, child, { name: "Taken over" });
  await addProject(scene, user_id, child);
  const [session] = (await scene.backend.call("GET", "/v2/sessions", { headers })).json;
  specimen(scene, "/v2/sessions", session.id, {});
  const note = await add(`${ORGANIZATIONS}/invitations`, { note: scene.mark });
  scene.specimens.set(`${ORGANIZATIONS}/invitations`, {
    ids: { id: note },
    change: {},
    path: `${ORGANIZATIONS}/invitations`,
  });
}

export async function addRecalculation(scene: Scene) {
  const { json } = await scene.backend.call("POST", "/v2/recalculations", {
    as: scene.as,
    body: { sources: [scene.mark] },
  });
  scene.specimens.set("/v2/recalculations", {
    ids: { id: json.id },
    change: {},
    path: `/v2/recalculations/${json.id}`,
  });
}

/** A change within a period that is not locked any more. */
export async function addRestatement(scene: Scene) {
  const [org, id] = [scene.as["x-organization-id"], newId()];
  const sql = postgres(scene.backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.restatements (organization_id, id, period_lock_id, start_date, end_date, entity_type, record_id,
      revision, action, reason, merged_at)
    values (${org}, ${id}, ${newId()}, '1999-05-07', '1999-05-07', 'purchases', ${newId()}, 1, 'changed', ${scene.mark}, now())`;
  await sql.end();
  scene.specimens.set("/v2/restatements", { ids: { id }, change: {}, path: `/v2/restatements/${id}` });
}

/** Rows of a bulk request, with the mark as its idempotency key. */
export async function addIngestJob(scene: Scene) {
  const [org, job_id] = [scene.as["x-organization-id"], newId()];
  const sql = postgres(scene.backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.ingest_jobs (organization_id, id, entity_type, operation, source, total_items, idempotency_key)
    values (${org}, ${job_id}, 'facilities', 'create', 'api_bulk', 1, ${scene.mark})`;
  await sql`
    insert into activity.ingest_job_items (organization_id, job_id, index, external_id)
    values (${org}, ${job_id}, 0, ${scene.mark})`;
  await sql.end();
  scene.specimens.set("/v2/ingest-jobs", { ids: { job_id }, change: {}, path: `/v2/ingest-jobs/${job_id}` });
}

/** The organization itself, which keeps its warming potentials. */
export function addOrganization(scene: Scene) {
  const id = scene.as["x-organization-id"];
  const bodies = { [`PUT ${ORGANIZATIONS}/{id}/shares`]: { shares: [] } };
  const path = `${ORGANIZATIONS}/${id}`;
  scene.specimens.set(ORGANIZATIONS, { ids: { id }, change: { gwp_set: "AR4" }, bodies, path });
}

/** A lock of days without records. */
export async function addLock(scene: Scene) {
  const lock = { start_date: "1999-05-05", end_date: "1999-05-06", note: scene.mark };
  specimen(scene, "/v2/periods/locks", (await create(scene, "/v2/periods/lock", lock)).id, { note: "Taken over" });
}
