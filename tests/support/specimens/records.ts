import { catalogueId } from "@emissions/quantity/catalogue-id";
import { calculated } from "../backend.ts";
import { create, type Scene, specimen } from "./scene.ts";

const purchaseOf = (scene: Scene, supplierId: string) => ({
  product_name: `${scene.mark} product`,
  sector: "541511",
  quantity: "98765.4321",
  unit_id: scene.unit("USD"),
  purchase_date: "2025-05-05",
  expense_type: "opex",
  supplier_id: supplierId,
});

const wasteOf = (scene: Scene, facility_id: string) => ({
  facility_id,
  identification_name: `${scene.mark} waste`,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  base_quantity: 7,
  ler_code_id: catalogueId("ler", "150101"),
  waste_rd_code_id: catalogueId("rd", "R03"),
});

const invoiceOf = (scene: Scene, facility_id: string) => ({
  type: "electricity",
  facility_id,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  base_quantity: 7,
  unit_id: scene.unit("kWh"),
  cups: scene.mark,
});

const treatmentOf = (scene: Scene, facility_id: string) => ({
  facility_id,
  name: `${scene.mark} treatment`,
  start_date: "2025-05-05",
  end_date: "2025-05-06",
  quantity: 7,
});

export const vehicleOf = (name: string) => ({
  name,
  type: "passenger",
  ownership: "owned",
  license_plate: name,
  unknown_vehicle_id: catalogueId("unknown_vehicle", "car"),
  country: "ES",
  vehicle_fuel_id: catalogueId("vehicle_fuel", "ES:diesel"),
});

async function addFacility(scene: Scene) {
  const { items } = await create(scene, "/v2/facilities", {
    records: [
      { name: `${scene.mark} plant`, type: "plant", country: "ES", address: scene.mark, external_id: scene.mark },
    ],
  });
  const facility_id: string = items[0].id;
  const path = `/v1/facilities/${facility_id}`;
  scene.specimens.set("/v1/facilities", { ids: { facility_id }, change: { name: "Taken over" }, path });
  return facility_id;
}

async function addCertificate(scene: Scene, invoiceId: string) {
  const days = { production_start_date: "2025-05-05", production_end_date: "2025-05-06" };
  const values = { type: "guarantee_of_origin", technology: "wind", mwh: 1, country: "ES", external_id: scene.mark };
  const { id } = await create(scene, "/v2/certificates", { ...values, ...days });
  const path = `/v2/certificates/${id}`;
  const { matches } = await create(scene, `${path}/matches`, { invoice_ids: [invoiceId] });
  const ids = { id, match_id: matches[0].id };
  scene.specimens.set("/v2/certificates", { ids, change: { external_id: "Taken over" }, path });
}

export async function addHotelStay(scene: Scene) {
  const stay = { name: `${scene.mark} fair`, check_in_date: "2024-05-05", check_out_date: "2024-05-06", country: "GB" };
  const { id: hotel_stay_id } = await create(scene, "/v1/hotel-stays", stay);
  const path = `/v1/hotel-stays/${hotel_stay_id}`;
  scene.specimens.set("/v1/hotel-stays", { ids: { hotel_stay_id }, change: { name: "Taken over" }, path });
}

export async function addVehicle(scene: Scene) {
  const { id: vehicle_id } = await create(scene, "/v1/vehicles", vehicleOf(scene.mark));
  const path = `/v1/vehicles/${vehicle_id}`;
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const consumption = { quantity: 7, unit_id: scene.unit("l"), ...days, custom_id: scene.mark };
  const { id: consumption_id } = await create(scene, `${path}/consumptions`, consumption);
  const all = "/v1/vehicles/{vehicle_id}/consumptions";
  const bodies = {
    [`PATCH ${all}/{consumption_id}`]: { custom_id: "Taken over" },
  };
  scene.specimens.set("/v1/vehicles", {
    ids: { vehicle_id, consumption_id },
    change: { name: "Taken over" },
    bodies,
    path,
  });
  scene.specimens.set("/v2/vehicle_consumptions", {
    ids: {},
    change: {},
    path: `${path}/consumptions/${consumption_id}`,
  });
}

export async function addBusinessTravel(scene: Scene) {
  const travel = { name: `${scene.mark} fair`, travel_date: "2024-05-05", transport_type: "train", distance_km: 621 };
  const { id: business_travel_id } = await create(scene, "/v1/business-travels", travel);
  const path = `/v1/business-travels/${business_travel_id}`;
  scene.specimens.set("/v1/business-travels", { ids: { business_travel_id }, change: { name: "Taken over" }, path });
}

export async function addSoldProduct(scene: Scene) {
  const all = "/v1/sold-products";
  const energy_per_year = { quantity: 7, unit_id: scene.unit("kWh"), energy_type: "electricity" };
  const { product_id } = await create(scene, all, {
    product_name: `${scene.mark} product`,
    lifetime_years: 1,
    energy_per_year,
  });
  const days = { start_date: "2024-05-05", end_date: "2024-05-06" };
  const { period_id } = await create(scene, `${all}/${product_id}/periods`, days);
  const sale = { product_id, ...days, country: "GB", quantity: 7, external_id: scene.mark };
  const { id: country_sale_id } = await create(scene, `${all}/country-sales`, sale);
  const path = `${all}/${product_id}`;
  scene.specimens.set(all, { ids: { product_id }, change: { product_name: "Taken over" }, path });
  const [periods, sales] = [`${all}/periods`, `${all}/country-sales`];
  const change = { end_date: "2024-05-07" };
  scene.specimens.set(periods, { ids: { period_id }, change, path: `${periods}/${period_id}` });
  const taken = { external_id: "Taken over" };
  scene.specimens.set(sales, { ids: { country_sale_id }, change: taken, path: `${sales}/${country_sale_id}` });
}

export async function addRechargeAndHub(scene: Scene) {
  const all = "/v1/logistics/recharges";
  const fuel_id = "f51a1645-c201-43da-9dcd-6408be3cb517";
  const body = { fuel_id, country: "ES", date: "2024-05-05", quantity: 7, vehicle_license_plate: scene.mark };
  const { json: recharge } = await scene.backend.call("POST", all, { as: scene.as, body });
  scene.specimens.set(all, { ids: { recharge_id: recharge.id }, change: {}, path: `${all}/${recharge.id}` });
  const { id: logistic_hub_id } = await create(scene, "/v1/logistic-hubs", {
    name: `${scene.mark} hub`,
    type: "subcontracted",
  });
  const path = `/v1/logistic-hubs/${logistic_hub_id}`;
  scene.specimens.set("/v1/logistic-hubs", { ids: { logistic_hub_id }, change: { name: "Taken over" }, path });
}

export async function addTransportRoute(scene: Scene) {
  const sections = [{ transport_type: "air", kms_manual: 203 }];
  const load = { quantity_transported: 5, unit_id: scene.unit("kg"), transport_direction: "upstream", sections };
  const { id: transport_route_id } = await create(scene, "/v1/transports", {
    ...{ name: `${scene.mark} goods`, transport_date: "2024-05-05", ...load },
  });
  const path = `/v1/transports/${transport_route_id}`;
  scene.specimens.set("/v1/transports", { ids: { transport_route_id }, change: { name: "Taken over" }, path });
}

export async function addLogisticsRequest(scene: Scene) {
  const leg = { toc: "van_diesel", load: 5, distance_km: 203, movement_id: scene.mark };
  const { id } = await create(scene, "/v1/logistics/requests", leg, 200);
  scene.specimens.set("/v1/logistics/requests", { ids: { id }, change: {}, path: `/v1/logistics/requests/${id}` });
}

export async function addPackage(scene: Scene) {
  const leg = { toc: "van_diesel", load: 5, distance_km: 203, package_key: scene.mark, client: scene.mark };
  const { package_id } = await create(scene, "/v1/logistics/requests", leg, 200);
  const path = `/v1/logistics/packages/${package_id}`;
  scene.specimens.set("/v1/logistics/packages", { ids: { package_id }, change: {}, path });
}

/** A supplier and a purchase with its result. */
export async function addPurchase(scene: Scene): Promise<string> {
  const supplier = await create(scene, "/v1/suppliers", { business_name: `${scene.mark} Ltd`, country: "US" });
  const purchase = await create(scene, "/v1/purchases", purchaseOf(scene, supplier.id));
  await calculated(scene.backend, scene.as, purchase.id);
  specimen(scene, "/v1/suppliers", supplier.id, { business_name: "Taken over" });
  specimen(scene, "/v1/purchases", purchase.id, { description: "Taken over" });
  return purchase.id;
}

/** A facility with a waste, an invoice and a treatment. */
export async function addRecordsOfFacility(scene: Scene) {
  const facility = await addFacility(scene);
  const { id: waste_id } = await create(scene, "/v1/wastes", wasteOf(scene, facility));
  const path = `/v1/wastes/${waste_id}`;
  scene.specimens.set("/v1/wastes", { ids: { waste_id }, change: { description: "Taken over" }, path });
  const { id: invoiceId } = await create(scene, "/v1/invoices", invoiceOf(scene, facility));
  specimen(scene, "/v1/invoices", invoiceId, { cups: "Taken over" });
  specimen(scene, "/v3/invoices", invoiceId, {});
  await addCertificate(scene, invoiceId);
  const water = await create(scene, "/v1/waste-water-treatments", treatmentOf(scene, facility));
  specimen(scene, "/v1/waste-water-treatments", water.id, { description: "Taken over" });
}
