import type { Context } from "../context.ts";
import { invoices } from "../invoice/invoice.ts";
import { purchases } from "../purchase/purchase.ts";
import { wastes } from "../waste/waste.ts";
import { wasteWater } from "../waste_water/waste_water.ts";
import { recordTypeOf } from "./of-kind.ts";
import type { RecordType } from "./record-type.ts";

/** Every kind of record that is calculated: one line each. */
export const recordTypes = (context: Pick<Context, "units">): readonly RecordType[] => [
  recordTypeOf(context, purchases),
  recordTypeOf(context, wastes),
  recordTypeOf(context, invoices),
  recordTypeOf(context, wasteWater),
];
