import type { Backend } from "../backend.ts";
import { addNotification, addWebhook } from "../notify-samples.ts";
import { addCustomGroup, addCustomRecord, addFile, addImport, addReading, addSavedMapping } from "./files.ts";
import {
  addAccess,
  addAuditEvent,
  addIngestJob,
  addLock,
  addOrganization,
  addRecalculation,
  addRestatement,
} from "./organization.ts";
import { addEmployee, addPerson, addSurvey, addTraining } from "./people.ts";
import {
  addBusinessTravel,
  addHotelStay,
  addLogisticsRequest,
  addPackage,
  addPurchase,
  addRechargeAndHub,
  addRecordsOfFacility,
  addSoldProduct,
  addTransportRoute,
  addVehicle,
} from "./records.ts";
import { emptyScene, type Scene, type Specimen } from "./scene.ts";

/** Gives the organization one record of each kind. A new collection needs its own. `mark` is part of their texts. */
export async function sceneOf(backend: Backend, slug: string, mark: string): Promise<Scene> {
  const scene = await emptyScene(backend, slug, mark);
  await addAuditEvent(scene, await addPurchase(scene));
  await addFile(scene);
  await addReading(scene);
  await addImport(scene);
  await addSavedMapping(scene);
  await addRecordsOfFacility(scene);
  await addHotelStay(scene);
  await addVehicle(scene);
  await addPerson(scene);
  await addBusinessTravel(scene);
  await addEmployee(scene);
  await addSoldProduct(scene);
  await addSurvey(scene);
  await addRechargeAndHub(scene);
  await addTransportRoute(scene);
  await addLogisticsRequest(scene);
  await addPackage(scene);
  await addIngestJob(scene);
  await addCustomRecord(scene);
  await addCustomGroup(scene);
  scene.specimens.set("/v2/webhook-endpoints", {
    ...(await addWebhook(backend, scene.as, mark)),
    change: { description: "Taken over" },
  });
  addOrganization(scene);
  await addAccess(scene);
  await addLock(scene);
  await addTraining(scene);
  await addRecalculation(scene);
  await addRestatement(scene);
  const notification = await addNotification(backend, scene.as, mark);
  scene.specimens.set("/v1/notifications", { ...notification, change: { read: true } });
  return scene;
}

/** The record of the collection that the path begins with. */
export function specimenFor({ specimens }: Scene, path: string): Specimen {
  const specimen = specimens.get(path.slice(0, path.indexOf("/{")));
  if (specimen === undefined) throw new Error(`${path} has no specimen: add one to tests/support/specimens`);
  return specimen;
}
