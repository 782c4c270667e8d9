import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { ReferenceService } from "@emissions/proto/activity/v1/reference_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import { type CatalogueIndexes, catalogueIndexes } from "./catalogue/catalogues.ts";

/** Services that know the names of a file. One object for the process, because the catalogues are cached. */
export interface ReferenceSources {
  references: Client<typeof ReferenceService>;
  customGroups: Client<typeof CustomGroupService>;
  catalogues: CatalogueIndexes;
}

export const referenceSources = (activity: Transport, factors: Transport): ReferenceSources => ({
  references: createClient(ReferenceService, activity),
  customGroups: createClient(CustomGroupService, factors),
  catalogues: catalogueIndexes(factors),
});
