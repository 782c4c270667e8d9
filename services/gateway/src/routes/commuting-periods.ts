import { CommutingPeriodService } from "@emissions/proto/activity/v1/commuting_period_service";
import { PEOPLE, recordRoutes } from "./records.ts";

export const commutingPeriodRoutes = recordRoutes({
  service: CommutingPeriodService,
  fields: ["file_id", "employee_id", "transport_type", "fuel_type", "response_medium"],
  roles: PEOPLE,
  example: {
    employee_id: "0197f3a0-0000-7000-8000-000000000001",
    start_date: "2025-01-01",
    end_date: "2025-07-01",
    transport_type: "car",
    vehicle_size: "medium",
    fuel_type: "petrol",
    total_km: "15",
    weekly_travels: [0, 1, 2, 3, 4],
  },
  change: { weekly_travels: [0, 1, 2], telecommuting_days: [3, 4] },
});
