import type { Principal } from "@emissions/kit/wire/principal";
import {
  type LogisticsRecharge,
  LogisticsRechargeService,
} from "@emissions/proto/activity/v1/logistics_recharge_service";
import { CalculationOutcome } from "@emissions/proto/calc/v1/calculation_service";
import type { Flat } from "@emissions/testkit/flat";
import { activity, us } from "../activity.fixture.ts";
import { FUELS } from "../records/freight.fixture.ts";

type Shown = Flat<LogisticsRecharge>;

export const recharges = (as: Principal = us, headers: Record<string, string> = {}) =>
  activity.as(as, LogisticsRechargeService, headers);

export const DIESEL = {
  fuelId: FUELS.diesel.id,
  country: "ES",
  date: "2025-03-30",
  quantity: { value: "40" },
  vehicleLicensePlate: "1234 bcd",
};

export const recharge = async (values: object = DIESEL): Promise<Shown> =>
  (await recharges().createLogisticsRecharge(values)).logisticsRecharge!;

/** calc answers 3 kg for each unit, of which 0.5 kg arise before the use. */
export const answerPerUnit = () => {
  activity.calc.answer = ({ quantity }) => {
    const units = Number(quantity!.value!.value);
    const [co2e, upstreamCo2e] = [{ value: String(units * 3) }, { value: String(units / 2) }];
    return { status: CalculationOutcome.CALCULATED, co2e, upstreamCo2e };
  };
};
