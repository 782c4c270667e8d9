import type { Header } from "../header/read.ts";
import type { Column, Template } from "../template/template.ts";
import { measureOf } from "../values/measures.ts";
import { shownBy } from "../values/shown.ts";
import type { Profile } from "./evidence.ts";

/** The share of numbers with a currency from which a column is money. */
const MONEY_SHARE_MIN = 0.5;

/** Money is suggested for no other amount, and a price or a rate for no amount at all. */
export function isOtherAmount(template: Template, column: Column, header: Header, profile: Profile): boolean {
  if (column.type === "option" || column.type === "boolean") return header.isMoney;
  if (column.type !== "number" && column.type !== "integer") return false;
  const shown = profile.shown.flatMap((unit) => shownBy(unit) ?? []);
  const isMoney = header.isMoney || profile.money >= MONEY_SHARE_MIN || shown.some((one) => one.isMoney);
  const measure = measureOf(template, column);
  if (measure === null) return isMoney;
  if (header.isRate || header.isState || shown.some(({ isRate }) => isRate)) return true;
  if (measure.kind !== "money") return header.saysMoney || isMoney;
  return (header.unit !== null && !header.isMoney && !header.isMiles) || shown.some((one) => !one.isMoney);
}

/** A header with a unit of its own, such as `Consumo_kWh`. */
export const hasPhysicalUnit = ({ unit, isMoney, isRate }: Header): boolean => unit !== null && !isMoney && !isRate;

/** Whether the column is an amount that some header may name better by its unit. */
export const isPhysicalAmount = (template: Template, column: Column): boolean => {
  const kind = measureOf(template, column)?.kind;
  return kind === "physical" || kind === "fixed";
};
