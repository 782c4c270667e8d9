import { exactNumber } from "@emissions/kit/wire/present";
import { HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { type Calculation, PartOutcome } from "@emissions/proto/calc/v1/calculation_service";
import type { Decimal } from "@emissions/proto/common/v1/decimal";
import type { Factor } from "@emissions/proto/factors/v1/selection_service";
import { daysFrom } from "@emissions/quantity/period";
import { z } from "zod";
import { answer } from "../rest/route.ts";
import { calculationOf } from "./calculations.ts";

const { getHotelStay } = HotelStayService.method;

const HotelFactor = z.object({
  value: z.number().meta({ format: "decimal", description: "Kilograms of CO2e per unit." }),
  unit: z.string().meta({ description: 'Such as "room_night".' }),
  source: z.string().meta({ description: 'Such as "DESNZ 2025".' }),
  year: z.int().positive().nullable().meta({ description: "Year of the factor; null for an own one." }),
});

const Step = z.object({
  label: z.string().meta({ description: '"nights", "room_nights" or "co2e".' }),
  formula: z.string().meta({ description: 'Such as "6 * 10.4 = 62.4".' }),
  value: z.number().meta({ format: "decimal", description: "The result of the step. CO2e is in kilograms." }),
});

const Impact = z.object({
  hotel_stay_id: z.uuid().meta({ description: "Id of the stay." }),
  rooms: z.int().positive().meta({ description: "Number of rooms." }),
  nights: z.int().positive().meta({ description: "Nights from check-in to check-out." }),
  country: z.string().meta({ description: "ISO 3166-1 alpha-2." }),
  emission_factor: HotelFactor.nullable().meta({
    description: "Null without a result. Of the first night if the factor changes during the stay.",
  }),
  co2e: z.number().nullable().meta({ format: "decimal", description: "Kilograms of CO2e; null without a result." }),
  steps: z.array(Step).meta({ description: "The calculation in its order; empty without a result." }),
});

type Stage = z.output<typeof Step>;

/** The short form of the explanation. Nothing is computed here but nights and room nights. */
export const hotelStayImpact = answer(
  getHotelStay,
  {
    http: "GET /v1/hotel-stays/{hotel_stay_id}/impact-calculation",
    summary: "Show the calculation of a hotel stay",
    operation: "getHotelStayImpact",
    description: "The short form of `GET /v1/hotel-stays/{hotel_stay_id}/calculation`.",
    rename: { hotel_stay_id: "id" },
  },
  Impact,
  async (call, { id }) => {
    const { head, values, state } = (await call(getHotelStay, { id })).hotelStay!;
    const { rooms, country, checkInDate, checkOutDate } = values!;
    const stay = { hotel_stay_id: head!.id, rooms, nights: daysFrom(checkInDate, checkOutDate), country };
    const record = { id: head!.id, entityType: EntityType.HOTEL_STAYS, calculationStatus: state!.calculationStatus };
    const { calculation } = await calculationOf(call, record);
    if (!calculation?.co2e || !calculation.factor) return { ...stay, emission_factor: null, co2e: null, steps: [] };
    const days = `${checkOutDate} - ${checkInDate} = ${stay.nights}`;
    const roomNights = stay.rooms * stay.nights;
    return {
      ...stay,
      emission_factor: factorOf(calculation.factor),
      co2e: number(calculation.co2e),
      steps: [
        { label: "nights", formula: days, value: stay.nights },
        { label: "room_nights", formula: `${rooms} * ${stay.nights} = ${roomNights}`, value: roomNights },
        ...emissionsOf(calculation),
      ],
    };
  },
);

function factorOf({ values, unit, source, year }: Factor) {
  return values?.co2e ? { value: number(values.co2e), unit, source, year: year || null } : null;
}

/** One step, or one for each factor if the factor changes during the stay. */
function emissionsOf({ parts, formulaWithNumbers, co2e }: Calculation): Stage[] {
  const pieces = parts.filter(({ status }) => status === PartOutcome.CALCULATED);
  const stages = pieces.length > 0 ? pieces : [{ formulaWithNumbers, co2e }];
  return stages.map((stage) => ({
    label: "co2e",
    formula: stage.formulaWithNumbers ?? "",
    value: number(stage.co2e!),
  }));
}

/** Written to JSON with exactly its digits. */
const number = ({ value }: Decimal) => exactNumber(value) as number;
