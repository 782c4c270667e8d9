import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ExchangeRateSchema } from "@emissions/proto/factors/v1/exchange_rate_service";
import type { Fitness } from "@emissions/proto/factors/v1/fitness";
import type { ConversionStepSchema, Factor, Selector } from "@emissions/proto/factors/v1/selection_service";

/** The limit of candidates in an answer. */
export const CANDIDATES_MAX = 10;

/** The fields of a Resolution message. */
export interface Answer {
  factor?: Factor;
  conversion?: MessageInitShape<typeof ConversionStepSchema>[];
  candidates?: Candidate[];
  failureCode?: string;
  failureDetail?: string;
  fitness?: Fitness;
  /** The last day with the same factor, at most the end of the year. */
  validUntil?: string;
  euroRate?: MessageInitShape<typeof ExchangeRateSchema>;
  ghgCategory?: string;
}

export interface Candidate {
  rank: number;
  chosen: boolean;
  reason: string;
  factor: Factor;
}

export type SelectorKind = Exclude<Selector["kind"], { case: undefined }>;

/** A selection with valid fields. */
export interface ParsedSelection {
  selector: SelectorKind;
  unitId: string;
  day: string;
}

export type Failure = ReturnType<typeof failure>;

export const failure = (failureCode: string, failureDetail: string) => ({ failureCode, failureDetail });
