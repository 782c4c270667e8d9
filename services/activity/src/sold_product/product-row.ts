import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { enumNumber } from "@emissions/kit/wire/enum";
import { SoldProductEnergyTypeSchema } from "@emissions/proto/activity/v1/sold_product_service";
import { parse, plain } from "@emissions/quantity/decimal";
import { toDecimal } from "../records/view.ts";
import type { Energy, ProductLookups, ProductValues, Stage } from "./rules.ts";
import type { UsePhase } from "./use-phase.ts";

/** The decided columns of a product. */
export interface ProductColumns extends UsePhase {
  productName: string;
  facilityFuelId: string | null;
  manufactureCo2e: string | null;
  manufactureSource: string | null;
  endOfLifeCo2e: string | null;
  endOfLifeSource: string | null;
}

/** A product with the sums of its sales. */
export interface ProductRow extends ProductColumns {
  organizationId: string;
  id: string;
  createdAt: Date;
  updatedAt: Date | null;
  periodsCount: number;
  /** Kilograms. */
  totalCo2e: string;
  failedSales: number;
}

/** Valid values as their columns. */
export function toColumns(values: ProductValues, { facilityFuels }: ProductLookups): ProductColumns {
  const { productName, lifetimeYears, usesPerYear, energyPerUse, energyPerYear, manufacture, endOfLife } = values;
  const energy = (energyPerUse ?? energyPerYear)!;
  return {
    productName,
    lifetimeYears,
    usesPerYear,
    energyQuantity: energy.quantity,
    energyUnitId: energy.unitId,
    energyType: energy.energyType as UsePhase["energyType"],
    vehicleFuelId: energy.vehicleFuelId,
    facilityFuelId: energy.facilityFuelId,
    fuelKey: facilityFuels.get(energy.facilityFuelId ?? "")?.key ?? null,
    manufactureCo2e: manufacture?.co2e ?? null,
    manufactureSource: manufacture?.source ?? null,
    endOfLifeCo2e: endOfLife?.co2e ?? null,
    endOfLifeSource: endOfLife?.source ?? null,
  };
}

export function valuesOf(row: ProductColumns): ProductValues {
  const { productName, lifetimeYears, usesPerYear, vehicleFuelId, facilityFuelId, energyType } = row;
  const energy = { quantity: row.energyQuantity, unitId: row.energyUnitId, energyType, vehicleFuelId, facilityFuelId };
  return {
    productName,
    lifetimeYears,
    usesPerYear,
    energyPerUse: usesPerYear === null ? null : energy,
    energyPerYear: usesPerYear === null ? energy : null,
    manufacture: manufactureOf(row),
    endOfLife: endOfLifeOf(row),
  };
}

const stageOf = (co2e: string | null, source: string | null): Stage | null =>
  co2e === null ? null : { co2e, source: source! };

export const manufactureOf = (row: ProductColumns) => stageOf(row.manufactureCo2e, row.manufactureSource);
export const endOfLifeOf = (row: ProductColumns) => stageOf(row.endOfLifeCo2e, row.endOfLifeSource);

export const toStage = (stage: Stage | null) =>
  stage === null ? undefined : { co2e: { value: plain(parse(stage.co2e)) }, source: stage.source };

const toEnergy = (energy: Energy | null) =>
  energy === null
    ? undefined
    : {
        quantity: toDecimal(energy.quantity),
        unitId: energy.unitId,
        energyType: enumNumber(SoldProductEnergyTypeSchema, energy.energyType),
        vehicleFuelId: energy.vehicleFuelId ?? undefined,
        facilityFuelId: energy.facilityFuelId ?? undefined,
      };

/** Shows a product as its message. */
export function toProduct(row: ProductRow) {
  const values = valuesOf(row);
  return {
    productId: row.id,
    organizationId: row.organizationId,
    values: {
      productName: values.productName,
      lifetimeYears: toDecimal(values.lifetimeYears),
      usesPerYear: toDecimal(values.usesPerYear),
      energyPerUse: toEnergy(values.energyPerUse),
      energyPerYear: toEnergy(values.energyPerYear),
      manufacture: toStage(values.manufacture),
      endOfLife: toStage(values.endOfLife),
    },
    periodsCount: row.periodsCount,
    totalCo2e: toDecimal(row.totalCo2e),
    failedSales: row.failedSales,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: row.updatedAt ? timestampFromDate(row.updatedAt) : undefined,
  };
}
