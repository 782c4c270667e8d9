/** Entities that are about people. The role human_resources reads and writes these, and no other activity data. */
export const PEOPLE_ENTITIES: readonly string[] = [
  "employees",
  "commuting_periods",
  "survey_rows",
  "own_workforces",
  "own_workforce_trainings",
];
