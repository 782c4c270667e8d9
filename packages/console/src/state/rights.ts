import { usePerson, useSignedIn } from "./context.ts";

export interface Rights {
  /** Whether the person may write activity data and factors. */
  edit: boolean;
  /** Whether the person may write records about people. */
  editPeople: boolean;
  /** Whether the person may import files and revert jobs. human_resources does so with data of people. */
  importFiles: boolean;
  /** Whether the person may read factors. */
  readFactors: boolean;
}

/** The API decides. These hide actions that it would refuse. */
export function useRights(): Rights {
  const { account, role } = usePerson();
  const { organizationId } = useSignedIn();
  const archived = account.organizations.find(({ id }) => id === organizationId)?.archived ?? false;
  const writes = role !== "viewer" && role !== "auditor";
  return {
    edit: !archived && (role === "editor" || role === "admin"),
    editPeople: !archived && writes,
    importFiles: !archived && writes,
    readFactors: role !== "human_resources",
  };
}
