import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";

eachTest();

/** The constraints of the tables, without the service. */
const run = <R>(work: (tx: Tx, org: string) => Promise<R>) =>
  activity.db.asService(us.organizationId, ({ tx, org }) => work(tx, org));

const addPerson = (id: string) =>
  run(
    (tx, org) => tx`
      insert into own_workforces (organization_id, id, external_employee_id, birth_date, gender, disabled_employee)
      values (${org}, ${id}, ${id}, '1990-05-17', 'F', false)`,
  );

interface Period {
  start: string;
  end: string | null;
}

const insertContract = (tx: Tx, org: string, person: string, { start, end }: Period, id = newId()) => tx`
  insert into workforce_contracts (organization_id, id, own_workforce_id, contract_type, start_date, end_date, country,
    job_category, working_hours_ratio)
  values (${org}, ${id}, ${person}, 'permanent', ${start}, ${end}, 'ES', 'Engineer', 1)`;

const insertPay = (tx: Tx, org: string, contract: string, { start, end }: Period) => tx`
  insert into workforce_remunerations (organization_id, id, contract_id, amount, currency, start_date, end_date)
  values (${org}, ${newId()}, ${contract}, 30000.25, 'EUR', ${start}, ${end})`;

const violated = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: { constraint_name?: string }) => error.constraint_name,
  );

it.each([
  ["shares one day", { start: "2024-12-31", end: "2025-12-31" }, true],
  ["goes on", { start: "2020-01-01", end: null }, true],
  ["lies within", { start: "2024-02-01", end: "2024-02-01" }, true],
  ["begins on the next day", { start: "2025-01-01", end: null }, false],
  ["ends on the day before", { start: "2023-01-01", end: "2023-12-31" }, false],
])("the database refuses a contract that overlaps one of the same person: %s", async (_, period, isRefused) => {
  const [person, other] = [newId(), newId()];
  for (const id of [person, other]) await addPerson(id);
  await run((tx, org) => insertContract(tx, org, person, { start: "2024-01-01", end: "2024-12-31" }));
  expect(await violated(run((tx, org) => insertContract(tx, org, other, period)))).toBe("none");
  expect(await violated(run((tx, org) => insertContract(tx, org, person, period)))).toBe(
    isRefused ? "workforce_contracts_overlap" : "none",
  );
});

it("the database refuses remunerations that overlap, or that leave their contract", async () => {
  const [person, contract, open] = [newId(), newId(), newId()];
  await addPerson(person);
  await run((tx, org) => insertContract(tx, org, person, { start: "2024-01-01", end: "2024-12-31" }, contract));
  await run((tx, org) => insertContract(tx, org, person, { start: "2025-01-01", end: null }, open));
  const pay = (id: string, start: string, end: string | null) =>
    violated(run((tx, org) => insertPay(tx, org, id, { start, end })));
  expect(await pay(contract, "2024-01-01", "2024-06-30")).toBe("none");
  expect(await pay(contract, "2024-06-30", "2024-12-31")).toBe("workforce_remunerations_overlap");
  expect(await pay(contract, "2024-07-01", "2025-01-01")).toBe("workforce_remunerations_within");
  expect(await pay(contract, "2024-07-01", null)).toBe("workforce_remunerations_within");
  expect(await pay(open, "2025-01-01", null)).toBe("none");
  const shorten = (end: string) =>
    violated(run((tx) => tx`update workforce_contracts set end_date = ${end} where id = ${contract}`));
  expect(await shorten("2024-06-29")).toBe("workforce_remunerations_within");
  expect(await shorten("2024-06-30")).toBe("none");
});

it("a deleted person takes contracts and remunerations along", async () => {
  const [person, contract] = [newId(), newId()];
  await addPerson(person);
  await run((tx, org) => insertContract(tx, org, person, { start: "2024-01-01", end: null }, contract));
  await run((tx, org) => insertPay(tx, org, contract, { start: "2024-01-01", end: null }));
  await run((tx) => tx`delete from own_workforces where id = ${person}`);
  for (const table of ["workforce_contracts", "workforce_remunerations"])
    expect(await activity.rows(us, table)).toEqual([]);
});
