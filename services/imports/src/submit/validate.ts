import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { RecordValidationService, type RecordViolation } from "@emissions/proto/activity/v1/record_validation_service";
import type { Template } from "../template/template.ts";
import { type CallOptions, callActivity, type SubmitContext } from "./calls.ts";

/** The init of the message of one record. */
export type RecordInit = MessageInitShape<DescMessage>;
export type Target = Pick<Template, "method" | "records">;

interface PieceToValidate extends CallOptions {
  template: Target;
  records: readonly RecordInit[];
}

export interface PieceViolation {
  /** Place of the record in the piece, from 0. */
  index: number;
  /** Names of the fields from the record to the value, as in the API. Empty for the whole record. */
  path: string[];
  msg: string;
  type: string;
}

export interface PieceValidation {
  violations: PieceViolation[];
  /** How values were understood where they may mean several things. They refuse nothing. */
  notices: PieceViolation[];
  /** The list is cut. */
  truncated: boolean;
  /** Applies to every record of the piece. */
  refusal: { code: string; detail: string } | null;
}

/** Validates records by a dry run of the RPC that will store them. */
export async function validatePiece(
  context: SubmitContext,
  { template, records, ...options }: PieceToValidate,
): Promise<PieceValidation> {
  const { method } = template;
  const reply = await callActivity(
    context,
    RecordValidationService.method.validateRecords,
    {
      method: `${method.parent.typeName}/${method.name}`,
      request: toBinary(method.input, requestOf(template, records)),
    },
    options,
  );
  const placed = ({ index, violation }: RecordViolation): PieceViolation => {
    const { loc = [], msg = "", type = "" } = violation ?? {};
    return { index, path: loc, msg, type };
  };
  const [violations, notices] = [reply.violations.map(placed), reply.notices.map(placed)];
  const { code, detail = "", truncated } = reply;
  return { violations, notices, truncated, refusal: code === undefined ? null : { code, detail } };
}

export const requestOf = ({ method, records: list }: Target, records: readonly RecordInit[]) =>
  create(method.input, { [list]: records } as MessageInitShape<DescMessage>);
