import { hasResource, resourceOf } from "@emissions/kit/wire/resource";
import { expect, it } from "vitest";
import { activity, eachTest } from "./activity.fixture.ts";
import { kinds } from "./kinds.ts";
import { nounOf, tableOf } from "./records/kind.ts";
import { routes } from "./service.ts";

eachTest();

it("every kind is the resource of a service, with the same table, name and first day", () => {
  const services = routes(activity.context).map(({ service }) => service);
  const declared = services.filter(hasResource).map(resourceOf);
  for (const kind of kinds) {
    const { one, days } = declared.find(({ table }) => table === tableOf(kind))!;
    expect([one, days[0]]).toEqual([nounOf(kind).replaceAll(" ", "_"), kind.list.day]);
  }
});
