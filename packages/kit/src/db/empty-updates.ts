import { create, type DescMethod, type DescService, type Message } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import type { Call } from "../wire/call.ts";
import { DRY_RUN, RECORD_VERSION } from "../wire/headers.ts";
import type { ServiceEntry } from "../wire/services.ts";

type Request = Message & { updateMask?: FieldMask };
type Handler = (request: Request, call: Call) => Promise<Record<string, unknown>>;
type Handlers = Record<string, Handler>;

/**
 * Updates that name no field change nothing: no row, time, revision, event or entry of the audit log. They run as a dry run,
 * which refuses what the update refuses, and answer what `get` of the same resource shows.
 */
export const withEmptyUpdates = (entries: readonly ServiceEntry[]): ServiceEntry[] =>
  entries.map(({ service, impl }) => {
    const handlers = impl as unknown as Handlers;
    const wrapped = service.methods.filter(hasMask).map((method) => {
      const update = handlers[method.localName];
      return [method.localName, update && guarded(method, update, getterOf(service, method, handlers))];
    });
    return { service, impl: { ...impl, ...Object.fromEntries(wrapped) } };
  });

const hasMask = ({ input }: DescMethod): boolean => input.fields.some(({ name }) => name === "update_mask");

const guarded =
  (method: DescMethod, update: Handler, get: Getter | undefined): Handler =>
  async (request, call) => {
    if (request.updateMask === undefined || request.updateMask.paths.length > 0) return update(request, call);
    const { requestHeader, responseHeader } = call;
    const asked = requestHeader.get(DRY_RUN);
    requestHeader.set(DRY_RUN, "true");
    const unchanged = await update(request, call);
    if (asked === null) requestHeader.delete(DRY_RUN);
    if (get === undefined) return unchanged;
    // It is that of the row in the dry run.
    responseHeader.delete(RECORD_VERSION);
    return { [method.output.fields[0]!.localName]: await get(request, call) };
  };

type Getter = (request: Request, call: Call) => Promise<unknown>;

/** Reads what the update answers. The handler of an update without one answers an unchanged row by itself. */
function getterOf(service: DescService, update: DescMethod, handlers: Handlers): Getter | undefined {
  const method = service.methods.find(({ name }) => name === update.name.replace(/^Update/, "Get"));
  const get = method && handlers[method.localName];
  if (get === undefined) return undefined;
  const ids = method!.input.fields.map(({ localName }) => localName);
  const shown = method!.output.fields[0]!.localName;
  return async (request, call) => {
    const named = Object.entries(request).filter(([name]) => ids.includes(name));
    return (await get(create(method!.input, Object.fromEntries(named)) as Request, call))[shown];
  };
}
