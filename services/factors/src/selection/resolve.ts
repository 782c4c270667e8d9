import type { UnitRow } from "../catalogue/queries.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { toExchangeRate } from "../exchange_rate/messages.ts";
import { rateOn } from "../exchange_rate/rules.ts";
import { type Answer, type Asked, failure } from "./answer.ts";
import { CURRENCY } from "./conversion.ts";
import { resolveGroup } from "./custom/group.ts";
import type { Find } from "./custom/reader.ts";
import { resolveRecord } from "./custom/record.ts";
import { resolveInLibrary } from "./in-library.ts";
import { lookUpLibrary } from "./lookup/library.ts";
import { lookUpMaterial } from "./lookup/material.ts";
import { lookUpSpend } from "./lookup/spend.ts";
import { lookUpWaste } from "./lookup/waste.ts";

/** Where factors are looked for. */
export interface Sources {
  snapshot: Snapshot;
  /** What the call named of organizations' own factors. */
  find: Find;
}

/** The chosen factor with the way to its unit and the candidates, or the reason why there is none. */
export function resolve(sources: Sources, asked: Asked): Answer {
  const { unitsById, rates } = sources.snapshot;
  const unit = unitsById.get(asked.unitId);
  if (unit === undefined) return failure("UNIT_NOT_FOUND", "The unit of the quantity is not in the catalogue.");
  const euro = unit.dimension === CURRENCY ? rateOn(rates, unit.code, asked.day) : null;
  const known = euro === null ? {} : { euroRate: toExchangeRate(euro, asked.day) };
  return { ...known, ...choose(sources, asked, unit) };
}

/** A new kind of selector is a file in `lookup/` and a case here. */
function choose({ snapshot, find }: Sources, { selector, day }: Asked, unit: UnitRow): Answer {
  const codeOf = (unitId: string) => snapshot.unitsById.get(unitId)?.code ?? "";
  const need = { unit: unit.code, day };
  switch (selector.case) {
    case "spend":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpSpend(snapshot, selector.value) });
    case "material":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpMaterial(snapshot, selector.value) });
    case "library":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpLibrary(selector.value) });
    case "waste":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpWaste(snapshot, selector.value) });
    case "customRecord":
      return resolveRecord(find(selector)?.record ?? null, { unit, day, codeOf });
    case "customGroup": {
      const { unitMustMatch } = selector.value;
      return resolveGroup(find(selector)?.group ?? null, { unit, day, codeOf, snapshot, unitMustMatch });
    }
  }
}
