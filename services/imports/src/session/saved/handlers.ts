import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { checkPage } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { checkText, refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import {
  type SavedMappingSchema,
  type SavedMappingService,
  UpdateSavedMappingRequestSchema,
} from "@emissions/proto/imports/v1/saved_mapping_service";
import type { Context } from "../../context.ts";
import type { Template } from "../../template/template.ts";
import { valuesOf } from "../check-mapping.ts";
import { combineOf, toCombine } from "../combine.ts";
import { fillOf } from "../fill.ts";
import { toFill, toValueMappings } from "../messages.ts";
import { visibleSessions } from "../moves.ts";
import { missingTargets } from "./apply.ts";
import { SAVED_MAPPINGS_MAX } from "./limits.ts";
import {
  countSavedMappings,
  deleteSavedMapping,
  insertSavedMapping,
  isNameTaken,
  lockSavedMappings,
  type SavedMappingRow,
  type SavedValues,
  selectSavedMapping,
  selectSavedMappings,
  updateSavedMapping,
} from "./queries.ts";
import { checkSaved, type SentSaved } from "./rules.ts";
import { shapeOf } from "./shape.ts";

const TEMPLATE_ID_MAX = 100;

export const savedMappingHandlers = ({
  db,
  templateOf,
}: Pick<Context, "db" | "templateOf">): ServiceImpl<typeof SavedMappingService> => ({
  createSavedMapping: (request, call) =>
    db.write(call, request, async ({ tx, org, principal, about }) => {
      refuse(checkText("template_id", request.templateId, { max: TEMPLATE_ID_MAX, required: true }));
      const template = templateOf(request.templateId);
      if (template === null || !visibleSessions(principal).includes(template.isPersonal)) {
        throw notFound("import template");
      }
      refuse(checkSaved(template, request));
      await lockSavedMappings(tx, org);
      if ((await countSavedMappings(tx, org)) >= SAVED_MAPPINGS_MAX) {
        throw conflict(
          "SAVED_MAPPING_LIMIT_REACHED",
          `An organization has at most ${SAVED_MAPPINGS_MAX} saved mappings.`,
        );
      }
      const values = savedValues(newId(), template, request);
      await refuseTakenName(tx, org, values);
      about(values.id);
      return { savedMapping: toSaved(template, await insertSavedMapping(tx, org, values)) };
    }),

  listSavedMappings: (request, call) =>
    db.read(call, async (tx, org) => {
      const found = checkText("template_id", request.templateId, { max: TEMPLATE_ID_MAX });
      refuse([...checkPage(request), ...found.map((check) => ({ ...check, loc: ["query", "template_id"] }))]);
      const { rows, total } = await selectSavedMappings(tx, org, {
        ...request,
        visible: visibleSessions(principalOf(call)),
      });
      return { savedMappings: rows.map((row) => toSaved(templateOf(row.templateId), row)), total };
    }),

  getSavedMapping: ({ id }, call) =>
    db.read(call, async (tx) => {
      const row = await requireSaved(tx, principalOf(call), id);
      return { savedMapping: toSaved(templateOf(row.templateId), row) };
    }),

  updateSavedMapping: (request, call) => {
    const { name, sourceColumns, mapping, fill, combine, valueMappings, numericLocale, dateLocale } = request;
    const sent = { name, sourceColumns, mapping, fill, combine, valueMappings, numericLocale, dateLocale };
    const changes = masked(UpdateSavedMappingRequestSchema, request.updateMask, sent);
    return db.write(call, request, async ({ tx, org, principal, about }) => {
      await lockSavedMappings(tx, org);
      const before = await requireSaved(tx, principal, request.id, "to change");
      const template = templateOf(before.templateId);
      if (template === null) throw notFound("import template");
      const next = { ...sentOf(before), ...changes };
      refuse(checkSaved(template, next));
      const values = savedValues(before.id, template, next);
      await refuseTakenName(tx, org, values);
      about(before.id, fieldChanges(before, values));
      return { savedMapping: toSaved(template, await updateSavedMapping(tx, org, values)) };
    });
  },

  deleteSavedMapping: (request, call) =>
    db.write(call, request, async ({ tx, org, principal, about }) => {
      const { id } = await requireSaved(tx, principal, request.id, "to change");
      about(id);
      await deleteSavedMapping(tx, org, id);
      return {};
    }),
});

/** Same error for a malformed id, a missing mapping, a hidden one and another organization's. */
async function requireSaved(tx: Tx, caller: Principal, id: string, lock?: "to change"): Promise<SavedMappingRow> {
  const visible = visibleSessions(caller);
  const options = { id, visible, ...(lock !== undefined && { lock }) };
  const row = isId(id) ? await selectSavedMapping(tx, caller.organizationId, options) : null;
  if (row === null) throw notFound("saved mapping");
  return row;
}

async function refuseTakenName(tx: Tx, org: string, values: SavedValues): Promise<void> {
  if (!(await isNameTaken(tx, org, values))) return;
  throw conflict("SAVED_MAPPING_NAME_TAKEN", "The template has another saved mapping of this name.");
}

const savedValues = (id: string, template: Template, sent: SentSaved): SavedValues => ({
  id,
  templateId: template.id,
  isPersonal: template.isPersonal,
  name: sent.name.trim(),
  sourceColumns: [...sent.sourceColumns],
  shape: shapeOf(sent.sourceColumns),
  mapping: sent.mapping,
  fill: fillOf(sent.fill),
  combine: combineOf(sent.combine),
  valueMappings: valuesOf(sent),
  numericLocale: sent.numericLocale || null,
  dateLocale: sent.dateLocale || null,
});

/** A stored mapping in the form of a request, to be checked together with changes of it. */
const sentOf = (row: SavedMappingRow): SentSaved => ({
  ...row,
  fill: toFill(row.fill),
  combine: toCombine(row.combine),
  valueMappings: toValueMappings(row.valueMappings),
  numericLocale: row.numericLocale ?? undefined,
  dateLocale: row.dateLocale ?? undefined,
});

const toSaved = (template: Template | null, row: SavedMappingRow): MessageInitShape<typeof SavedMappingSchema> => ({
  id: row.id,
  name: row.name,
  templateId: row.templateId,
  sourceColumns: row.sourceColumns,
  mapping: row.mapping,
  fill: toFill(row.fill),
  valueMappings: toValueMappings(row.valueMappings),
  numericLocale: row.numericLocale ?? undefined,
  dateLocale: row.dateLocale ?? undefined,
  combine: toCombine(row.combine),
  missingTargets: missingTargets(template, row),
  createdAt: timestampFromDate(row.createdAt),
  updatedAt: row.updatedAt === null ? undefined : timestampFromDate(row.updatedAt),
});
