import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { missing, refuse, violation } from "@emissions/kit/wire/checks";
import { forbidden } from "@emissions/kit/wire/errors";
import { onlyReads, principalOf } from "@emissions/kit/wire/principal";
import type { ReferenceKind, ReferenceService } from "@emissions/proto/activity/v1/reference_service";
import type { Context } from "../context.ts";
import { type Lookup, lookups } from "./kinds.ts";
import { selectNames, selectReferences } from "./queries.ts";

const TEXTS_MAX = 5_000;
const TEXT_LENGTH_MAX = 500;
/** Texts that are compared with names. */
const COMPARED_MAX = 500;

/** For imports: finds the entities that the texts of a file name. */
export const referenceHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof ReferenceService> => ({
  lookUpReferences: async ({ kind, texts }, call) => {
    const lookup = readableLookup(kind, call);
    checkTexts(texts, TEXTS_MAX);
    return { matches: await db.read(call, (tx, org) => selectReferences(tx, org, lookup, texts)) };
  },

  listReferenceNames: async ({ kind, texts }, call) => {
    const lookup = readableLookup(kind, call);
    checkTexts(texts, COMPARED_MAX);
    return { names: await db.read(call, (tx, org) => selectNames(tx, org, lookup, texts)) };
  },
});

function readableLookup(kind: ReferenceKind, call: HandlerContext): Lookup {
  const lookup = lookups.get(kind);
  if (lookup === undefined) {
    refuse([kind === 0 ? missing("kind") : violation("kind", "type_error.enum", "unknown kind")]);
  }
  const { role } = principalOf(call);
  if (onlyReads(role) || (role === "human_resources" && !lookup!.isPersonal)) {
    throw forbidden("FORBIDDEN", "The role does not read these entities for imports.");
  }
  return lookup!;
}

function checkTexts(texts: readonly string[], max: number): void {
  if (texts.length > max) refuse([violation("texts", "value_error.list.max_items", `at most ${max} texts`)]);
  if (texts.some((text) => text.length > TEXT_LENGTH_MAX || text.includes("\0"))) {
    const msg = `at most ${TEXT_LENGTH_MAX} characters, without U+0000`;
    refuse([violation("texts", "value_error.any_str.max_length", msg)]);
  }
}
