import type { MessageInitShape } from "@bufbuild/protobuf";
import type { HoldingSchema } from "@emissions/proto/activity/v1/ownership_service";
import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import { addDays } from "@emissions/quantity/period";
import { inLibrary, kWh, purchase } from "../record/record.fixture.ts";

const energy = (category: string, library: string, from: string, days: number, amount: string): RecordInput =>
  purchase({
    startDate: from,
    endDate: addDays(from, days - 1),
    referenceDate: addDays(from, days - 1),
    category,
    quantity: kWh(amount),
    selector: inLibrary(library),
    ...(category === "electricity" && {
      additionalParts: [
        {
          part: "electricity_location_based",
          category: "electricity",
          quantity: kWh(amount),
          selector: inLibrary("electricity_location"),
          memo: true,
          optional: true,
        },
        {
          part: "electricity_generation",
          category: "energy_production",
          quantity: kWh(amount),
          selector: inLibrary("fuels_upstream"),
        },
      ],
    }),
  });

/** Energy of two years, and a purchase. */
export const recordsOf = (scale: number) => [
  energy("combustion", "fuels", "2024-01-01", 366, `${1000 * scale}`),
  energy("combustion", "by_year", "2024-07-01", 365, `${700 * scale}`),
  energy("electricity", "electricity_residual_mix", "2024-02-10", 100, `${333 * scale}`),
  purchase({ referenceDate: "2024-03-31", amount: `${5000 * scale}` }),
];

export type Held = MessageInitShape<typeof HoldingSchema>;
export const whole = { startDate: "2024-01-01", endDate: "2024-12-31" };
export const held = (organizationId: string, share: string, period = whole): Held => ({
  organizationId,
  name: organizationId,
  ...period,
  share: { value: share },
  stated: true,
});
