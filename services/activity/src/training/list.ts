import type { OwnWorkforceTrainingFilter } from "@emissions/proto/activity/v1/own_workforce_training_service";
import type { List } from "../list/list.ts";
import { originFilters } from "../list/listing.ts";
import { withPeople } from "./queries.ts";

export const trainingList: List<OwnWorkforceTrainingFilter> = {
  table: "own_workforce_trainings",
  rows: (tx) => withPeople(tx),
  isPersonal: true,
  search: (tx) => tx`(search_text || chr(10) || (
    select p.search_text from own_workforces p
    where p.organization_id = own_workforce_trainings.organization_id
      and p.id = own_workforce_trainings.own_workforce_id))`,
  filters: originFilters,
  order: [{ by: "start_date", descending: true }],
};
