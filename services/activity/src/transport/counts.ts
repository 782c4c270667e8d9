import type { Tx } from "@emissions/kit/db/transactions";
import { type Check, checkId, refuse } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import {
  type CountTransportRoutesRequest,
  TransportDirection,
  TransportDirectionSchema,
} from "@emissions/proto/activity/v1/transport_service";
import { waitingIds } from "../list/calculation-states.ts";

type Request = Pick<CountTransportRoutesRequest, "transportDirection" | "fileId">;

export function checkCounts({ fileId }: Request): void {
  const checks: Check[] = fileId === undefined ? [] : checkId("file_id", fileId);
  refuse(checks.map((check) => ({ ...check, loc: ["query", "file_id"] })));
}

/**
 * Counts by one statement, so that all numbers are of one moment. It reads the routes that wait, the failed ones and the
 * sums of all, but no other route. Deleted routes are in the sums, and so in `active`.
 */
export async function countRoutes(tx: Tx, org: string, { transportDirection, fileId }: Request) {
  const direction =
    transportDirection === TransportDirection.UNSPECIFIED
      ? tx``
      : tx`and transport_direction = ${enumText(TransportDirectionSchema, transportDirection)}`;
  const file =
    fileId === undefined ? tx`` : tx`and coalesce(file_id, '00000000-0000-0000-0000-000000000000') = ${fileId}::uuid`;
  const own = tx`organization_id = ${org} ${direction} ${file}`;
  const [row] = await tx<[{ pending: number; error: number; total: number }]>`
    select
      (select count(*)::int from transports
       where ${own} and calculation_status = 'pending'
         and id = any(array(${waitingIds(tx, { org, entityType: "transports" })}))) as pending,
      (select count(*)::int from transports where ${own} and calculation_error_code is not null) as error,
      (select coalesce(sum(routes), 0)::int from transport_counts where ${own}) as total`;
  const { pending, error, total } = row;
  return { pending, error, active: total - pending - error };
}
