import type { CustomRecordSelector } from "@emissions/proto/factors/v1/selection_service";
import { ghgCategoryOf } from "../catalogue/purchase-categories.ts";
import type { UnitRow } from "../catalogue/queries.ts";
import { findSector, isAmbiguous } from "../catalogue/sector-codes.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";
import { toExchangeRate } from "../exchange_rate/messages.ts";
import { rateOn } from "../exchange_rate/rules.ts";
import { type Answer, failure, type ParsedSelection } from "./answer.ts";
import { CURRENCY } from "./conversion.ts";
import { resolveGroup } from "./custom/group.ts";
import type { FindCustom } from "./custom/reader.ts";
import { resolveRecord } from "./custom/record.ts";
import { resolveFreight } from "./freight.ts";
import { withBeaSectors } from "./lookup/bea.ts";
import { lookUpCommute } from "./lookup/commute.ts";
import { editionOf } from "./lookup/edition.ts";
import { lookUpMaterial } from "./lookup/material.ts";
import { ambiguousSector, lookUpSpend } from "./lookup/spend.ts";
import { lookUpTravel } from "./lookup/travel.ts";
import { lookUpWaste } from "./lookup/waste.ts";
import { resolveLibrary } from "./losses.ts";
import { resolveInLibrary } from "./resolve-library.ts";
import { resolveVehicle } from "./vehicle.ts";

/** The sources of factors. */
export interface Sources {
  snapshot: Snapshot;
  /** Finds the custom factors that the call refers to. */
  findCustom: FindCustom;
}

/** The chosen factor with conversion and candidates, or a failure. */
export function resolve(sources: Sources, selection: ParsedSelection): Answer {
  const { unitsById, rates } = sources.snapshot;
  const unit = unitsById.get(selection.unitId);
  if (unit === undefined) return failure("UNIT_NOT_FOUND", "The unit of the quantity is not in the catalogue.");
  const euro = unit.dimension === CURRENCY ? rateOn(rates, unit.code, selection.day) : null;
  const known = euro === null ? {} : { euroRate: toExchangeRate(euro, selection.day) };
  return { ...known, ...resolveSelector(sources, selection, unit) };
}

/** A new kind of selector needs a file in `lookup/` and a case here. */
function resolveSelector({ snapshot, findCustom }: Sources, { selector, day }: ParsedSelection, unit: UnitRow): Answer {
  const codeOf = (unitId: string) => snapshot.unitsById.get(unitId)?.code ?? "";
  const need = { unit: unit.code, day };
  switch (selector.case) {
    case "spend":
      return resolveInLibrary(snapshot, {
        ...need,
        lookup: withBeaSectors(snapshot, lookUpSpend(snapshot, selector.value)),
      });
    case "material":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpMaterial(snapshot, selector.value) });
    case "library":
      return resolveLibrary(snapshot, selector.value, need);
    case "waste":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpWaste(snapshot, selector.value) });
    case "vehicle":
      return resolveVehicle(snapshot, selector.value, { ...need, dimension: unit.dimension });
    case "customRecord": {
      const answer = resolveRecord(findCustom(selector)?.record ?? null, { unit, day, codeOf });
      return withCategory(answer, snapshot, selector.value);
    }
    case "customGroup": {
      const { unitMustMatch } = selector.value;
      const answer = resolveGroup(findCustom(selector)?.group ?? null, { unit, day, codeOf, snapshot, unitMustMatch });
      return withCategory(answer, snapshot, selector.value);
    }
    case "travel":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpTravel(selector.value) });
    case "freight":
      return resolveFreight(snapshot, selector.value, need);
    case "commute":
      return resolveInLibrary(snapshot, { ...need, lookup: lookUpCommute(selector.value) });
  }
}

/**
 * The sector of a purchase decides about its category, also if a custom factor prices it. An ambiguous code is refused
 * only if its category is, too.
 */
function withCategory(answer: Answer, { sectors }: Snapshot, selector: CategorySelector): Answer {
  const { sector = "" } = selector;
  const found = answer.factor === undefined || sector === "" ? null : findSector(sectors, sector, editionOf(selector));
  if (found === null) return answer;
  const [category, ...others] = new Set((isAmbiguous(found) ? found.readings : [found]).map(ghgCategoryOf));
  return others.length > 0 && isAmbiguous(found)
    ? ambiguousSector(sector, found)
    : { ...answer, ghgCategory: category! };
}

type CategorySelector = Pick<CustomRecordSelector, "sectorEdition" | "asksEdition"> & { sector?: string };
