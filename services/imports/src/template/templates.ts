import { businessTravels } from "./kinds/business_travels.ts";
import { employeeHistoric } from "./kinds/employee_historic.ts";
import { employees } from "./kinds/employees.ts";
import { facilities } from "./kinds/facilities.ts";
import { hotelStays } from "./kinds/hotel_stays.ts";
import { invoices } from "./kinds/invoices.ts";
import { logisticsRecharges } from "./kinds/logistics_recharges.ts";
import { logisticsRequests } from "./kinds/logistics_requests.ts";
import { ownWorkforceTrainings } from "./kinds/own_workforce_trainings.ts";
import { ownWorkforces } from "./kinds/own_workforces.ts";
import { purchases } from "./kinds/purchases.ts";
import { soldProducts } from "./kinds/sold_products.ts";
import { surveyAnswers } from "./kinds/survey_answers.ts";
import { transports } from "./kinds/transports.ts";
import { vehicleConsumptions } from "./kinds/vehicle_consumptions.ts";
import { vehicles } from "./kinds/vehicles.ts";
import { wasteWaterTreatments } from "./kinds/waste_water_treatments.ts";
import { wastes } from "./kinds/wastes.ts";
import type { Template } from "./template.ts";

/** Every template, in the order of their list. The same for all organizations. */
export const templates: readonly Template[] = [
  facilities,
  purchases,
  wastes,
  invoices,
  wasteWaterTreatments,
  vehicles,
  vehicleConsumptions,
  transports,
  logisticsRequests,
  logisticsRecharges,
  hotelStays,
  businessTravels,
  employees,
  employeeHistoric,
  surveyAnswers,
  ownWorkforces,
  ownWorkforceTrainings,
  soldProducts,
];

const byId = new Map(templates.map((template) => [template.id, template]));

export const templateOf = (id: string): Template | null => byId.get(id) ?? null;
