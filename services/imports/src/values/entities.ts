import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { ReferenceKind as EntityKind } from "@emissions/proto/activity/v1/reference_service";
import type { ReferenceKind } from "../template/template.ts";
import { nearest } from "./near.ts";
import { type Match, NEAR_MAX, type Resolution, resolutionOf } from "./resolution.ts";
import type { ReferenceSources } from "./sources.ts";
import { textKey } from "./text-key.ts";

/** Texts of one call. */
const TEXTS_MAX = 5_000;
/** Longer texts are no names. */
const TEXT_LENGTH_MAX = 255;
/** Texts of a column that get similar names. */
export const NEAR_TEXTS_MAX = 500;

const KINDS: Readonly<Partial<Record<ReferenceKind, EntityKind>>> = {
  facility: EntityKind.FACILITY,
  supplier: EntityKind.SUPPLIER,
  vehicle: EntityKind.VEHICLE,
  employee: EntityKind.EMPLOYEE,
  own_workforce: EntityKind.OWN_WORKFORCE,
  training: EntityKind.TRAINING,
  sold_product: EntityKind.SOLD_PRODUCT,
  survey: EntityKind.SURVEY,
  logistic_hub: EntityKind.LOGISTIC_HUB,
};

/** The kind in activity; undefined for catalogues and custom factors. */
export const entityKindOf = (kind: ReferenceKind): EntityKind | undefined => KINDS[kind];

/** Resolves names of entities of the organization of the caller. */
export async function resolveEntities(
  { references }: ReferenceSources,
  principal: Principal,
  kind: EntityKind,
  texts: readonly string[],
): Promise<Map<string, Resolution>> {
  const options = () => callAs(principal);
  const sent = new Map(texts.map((text) => [text, normalized(text)]));
  const wanted = [...new Set(sent.values())].filter((text) => text !== "");
  const matches = new Map<string, Match[]>();
  for (let from = 0; from < wanted.length; from += TEXTS_MAX) {
    const piece = wanted.slice(from, from + TEXTS_MAX);
    const reply = await references.lookUpReferences({ kind, texts: piece }, options());
    for (const [index, found] of Map.groupBy(reply.matches, ({ textIndex }) => textIndex)) {
      // An archived facility does not make the name of its successor ambiguous.
      const active = found.filter((one) => one.active);
      const usable = active.length > 0 ? active : found;
      matches.set(
        piece[index]!,
        usable.map(({ id, label }) => ({ value: id, label })),
      );
    }
  }
  const unmatched = wanted.filter((text) => !matches.has(text)).slice(0, NEAR_TEXTS_MAX);
  const { names } =
    unmatched.length > 0 ? await references.listReferenceNames({ kind, texts: unmatched }, options()) : { names: [] };
  const near = nearest(names.map(({ id, label }) => ({ key: textKey(label), match: { value: id, label } })));
  const compared = new Set(unmatched);
  return new Map(
    [...sent].map(([text, name]) => [
      text,
      resolutionOf(matches.get(name) ?? [], () => (compared.has(name) ? near(textKey(name), NEAR_MAX) : [])),
    ]),
  );
}

/** Single blanks; ids in lower case. Empty for a text that is no name. */
function normalized(text: string): string {
  const name = text.trim().replace(/\s+/g, " ");
  return name.length > TEXT_LENGTH_MAX || name.includes("\0") ? "" : name;
}
