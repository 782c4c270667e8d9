import { enumNumber } from "@emissions/kit/wire/enum";
import { type FreightPayer, FreightPayerSchema } from "@emissions/proto/activity/v1/record_events";

/** The payer of a carrier, from the text of a column. */
export const payerOf = (text: string): FreightPayer => enumNumber(FreightPayerSchema, text);
