import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ConversionStepSchema } from "@emissions/proto/factors/v1/selection_service";
import { toExchangeRate } from "../exchange_rate/messages.ts";
import type { Step } from "./conversion.ts";

export const toConversionStep = (step: Step, day: string): MessageInitShape<typeof ConversionStepSchema> => ({
  fromUnit: step.fromUnit,
  toUnit: step.toUnit,
  multiplyBy: { value: step.multiplyBy },
  divideBy: { value: step.divideBy },
  ...(step.fuelProperty && { fuelProperty: step.fuelProperty }),
  ...(step.rate && { exchangeRate: toExchangeRate(step.rate, day) }),
});
