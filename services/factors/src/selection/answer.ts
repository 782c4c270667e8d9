import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ExchangeRateSchema } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { ConversionStepSchema, Factor, Selector } from "@emissions/proto/factors/v1/selection_service";

/** How many candidates an answer shows. */
export const CANDIDATES_MAX = 10;

/** What an answer consists of; the handler turns it into a message. */
export interface Answer {
  factor?: Factor;
  conversion?: MessageInitShape<typeof ConversionStepSchema>[];
  candidates?: Candidate[];
  failureCode?: string;
  failureDetail?: string;
  euroRate?: MessageInitShape<typeof ExchangeRateSchema>;
}

export interface Candidate {
  rank: number;
  chosen: boolean;
  reason: string;
  factor: Factor;
}

export type Kind = Exclude<Selector["kind"], { case: undefined }>;

/** A selection whose form has been checked. */
export interface Asked {
  selector: Kind;
  unitId: string;
  day: string;
}

export type Failure = ReturnType<typeof failure>;

export const failure = (failureCode: string, failureDetail: string) => ({ failureCode, failureDetail });
