import { newId } from "@emissions/kit/process/id";
import postgres from "postgres";
import { create, type Scene, specimen } from "./scene.ts";

/** A person without contracts, and a training with a custom column. */
export async function addTraining(scene: Scene) {
  const [org, person] = [scene.as["x-organization-id"], newId()];
  const sql = postgres(scene.backend.adminUrl, { max: 1 });
  await sql`
    insert into activity.own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
    values (${org}, ${person}, ${`${scene.mark} person`}, '1990-01-31', 'F', false)`;
  await sql.end();
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const training = { own_workforce_id: person, type: "safety", description: `${scene.mark} drill`, hours: 7, ...days };
  const all = "/v1/own_workforce_trainings";
  const { id: training_id } = await create(scene, all, training);
  const { id: column_id } = await create(scene, `${all}/custom-columns`, {
    key: "mark",
    label: scene.mark,
    type: "text",
  });
  scene.specimens.set(all, {
    ids: { training_id },
    change: { description: "Taken over" },
    path: `${all}/${training_id}`,
  });
  const columns = `${all}/custom-columns`;
  scene.specimens.set(columns, { ids: { column_id }, change: { label: "Taken over" }, path: columns });
}

export const personOf = (scene: Scene, external_employee_id: string) => ({
  external_employee_id,
  birth_date: "1988-02-29",
  gender: "F",
  disabled_employee: false,
  contracts: [
    {
      ...{ contract_type: "permanent", start_date: "2020-01-01", country: "ES", working_hours_ratio: 1 },
      job_category: `${scene.mark} engineer`,
      remunerations: [{ amount: 30000, currency: "EUR", start_date: "2020-01-01" }],
    },
  ],
});

export async function addPerson(scene: Scene) {
  const { id } = await create(scene, "/v1/own_workforces", personOf(scene, scene.mark));
  specimen(scene, "/v1/own_workforces", id, { external_employee_id: "Taken over" });
}

export async function addEmployee(scene: Scene) {
  const person = { name: `${scene.mark} person`, situation: "active", status: "uploaded" };
  const { id: employee_id } = await create(scene, "/v1/employees", person);
  specimen(scene, "/v1/employees", employee_id, { name: "Taken over" });
  const period = { employee_id, start_date: "2024-05-05", end_date: "2024-05-06", origin: `${scene.mark} street` };
  const how = { transport_type: "bus", total_km: 7, weekly_travels: [0] };
  specimen(scene, "/v1/employee-historic", (await create(scene, "/v1/employee-historic", { ...period, ...how })).id, {
    destination: "Taken over",
  });
}

export async function addSurvey(scene: Scene) {
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const { id } = await create(scene, "/v1/surveys", { name: `${scene.mark} survey`, ...days, languages: ["en"] });
  const path = `/v1/surveys/${id}`;
  const { row_ids } = await create(scene, `${path}/rows`, { anonymous: 1 });
  const { id: link_id } = await create(scene, `${path}/links`, {});
  scene.specimens.set("/v1/surveys", { ids: { id, link_id }, change: { name: "Taken over" }, path });
  const rows = "/v2/employees/survey-rows";
  scene.specimens.set(rows, { ids: { id: row_ids[0] }, change: { commutes: [] }, path: `${rows}/${row_ids[0]}` });
}
