import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { checkText, refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { AccessChangedSchema } from "@emissions/proto/activity/v1/access_service";
import {
  GwpSet,
  GwpSetSchema,
  type OrganizationNodeSchema,
  OrganizationSchema,
  type OrganizationService,
  type UpdateOrganizationRequest,
  UpdateOrganizationRequestSchema,
} from "@emissions/proto/activity/v1/organization_service";
import { RadiativeForcing, RadiativeForcingSchema } from "@emissions/proto/factors/v1/travel";
import type { Context } from "../context.ts";
import { rowWriter } from "../rows.ts";
import { editionText } from "../sector-edition.ts";
import { type NodeRow, type Settings, selectGroup, selectSettings, updateSettings } from "./queries.ts";

const NAME_MAX = 255;
const MONTHS = 12;

type Node = MessageInitShape<typeof OrganizationNodeSchema>;

export const organizationHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof OrganizationService> => ({
  getOrganizationTree: (_request, call) =>
    db.read(call, async (tx) => {
      const tree = treeOf(await selectGroup(tx));
      if (tree === null) throw notFound("organization");
      return { tree };
    }),

  getOrganization: ({ id }, call) =>
    db.read(call, async (tx, org) => ({ organization: toOrganization(await ownSettings(tx, org, { id })) })),

  getGwpSet: (_request, call) =>
    db.read(call, async (tx, org) => {
      const { gwpSet } = await ownSettings(tx, org, { id: org });
      return { gwpSet: enumNumber(GwpSetSchema, gwpSet) };
    }),

  updateOrganization: (request, call) =>
    db.write(call, request, async ({ tx, org, about, emit }) => {
      const before = await ownSettings(tx, org, { id: request.id, lock: "for update" });
      const { name, gwpSet, radiativeForcing, sectorEdition, fiscalYearStartMonth } = before;
      const after = { name, gwpSet, radiativeForcing, sectorEdition, fiscalYearStartMonth, ...changesIn(request) };
      about(org, fieldChanges(before, after));
      // Principals of the organizations below have the name.
      if (after.name !== name) emit(AccessChangedSchema, {});
      return { organization: toOrganization(await updateSettings(tx, org, after)) };
    }),
});

const toOrganization = rowWriter(OrganizationSchema);

/** Refuses the ids of other organizations as if these did not exist. */
async function ownSettings(tx: Tx, org: string, { id, lock }: { id: string; lock?: "for update" }) {
  const row = id === "" || id.toLowerCase() === org ? await selectSettings(tx, org, lock) : null;
  if (row === null) throw notFound("organization");
  return row;
}

/** The settings that the request changes. The set of warming potentials always has a value. */
function changesIn({ updateMask, ...request }: UpdateOrganizationRequest): Partial<Settings> {
  const { name, gwpSet, radiativeForcing, sectorEdition, fiscalYearStartMonth } = request;
  const sent = { name, gwpSet, radiativeForcing, sectorEdition, fiscalYearStartMonth };
  const changes = masked(UpdateOrganizationRequestSchema, updateMask, sent);
  if (changes.name !== undefined) refuse(checkText("name", changes.name, { max: NAME_MAX, required: true }));
  if (changes.gwpSet === GwpSet.UNSPECIFIED) {
    refuse([violation("gwp_set", "type_error.none.not_allowed", "none is not an allowed value")]);
  }
  const { fiscalYearStartMonth: month } = changes;
  if (month !== undefined && !(month >= 1 && month <= MONTHS)) {
    refuse([violation("fiscal_year_start_month", "value_error.number.not_le", `between 1 and ${MONTHS}`)]);
  }
  return {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.gwpSet !== undefined && { gwpSet: enumText(GwpSetSchema, changes.gwpSet) }),
    ...(changes.radiativeForcing !== undefined && { radiativeForcing: forcingText(changes.radiativeForcing) }),
    ...(changes.sectorEdition !== undefined && { sectorEdition: editionText(changes.sectorEdition) }),
    ...(month !== undefined && { fiscalYearStartMonth: month }),
  };
}

const forcingText = (forcing: RadiativeForcing) =>
  forcing === RadiativeForcing.UNSPECIFIED ? null : enumText(RadiativeForcingSchema, forcing);

/** Rows have parents before children and are sorted by name. */
function treeOf(rows: readonly NodeRow[]): Node | null {
  const childrenOf = new Map<string, Node[]>();
  let root: Node | null = null;
  for (const { id, parentId, name } of rows) {
    const children: Node[] = [];
    childrenOf.set(id, children);
    const node = { id, name, children };
    if (parentId === null) root = node;
    else childrenOf.get(parentId)?.push(node);
  }
  return root;
}
