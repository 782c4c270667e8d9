import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { eraseWorkforce } from "./erase.ts";
import { addPerson, contractOf, getPerson, personOf, workforce } from "./own_workforce.fixture.ts";

eachTest();

const erase = (...ids: string[]) => activity.db.asService(us.organizationId, (write) => eraseWorkforce(write, ids));
const bands = async () =>
  (await activity.rows<{ ageBand: string }>(us, "own_workforces")).map(({ ageBand }) => ageBand).sort();

it("an erased person keeps gender, contracts and remunerations, and nothing that identifies them", async () => {
  const fileId = activity.store.add(us.organizationId, "people.csv");
  const person = personOf({ externalEmployeeId: "secret-id", fileId, fileName: "secret.csv" });
  const { id, contracts } = await addPerson(person);
  expect(await erase(id)).toEqual([id]);
  const shown = await getPerson(id);
  expect(shown).toMatchObject({
    gender: person.gender,
    contracts: [{ id: contracts[0]!.id, remunerations: contracts[0]!.remunerations }],
    erasedAt: expect.anything(),
  });
  const { externalEmployeeId, birthDate, disabledEmployee, fileName } = shown;
  expect([externalEmployeeId, birthDate, disabledEmployee, fileName, shown.contracts[0]!.jobCategory]).toEqual(
    Array(5).fill(undefined),
  );
  const rows = [...(await activity.rows(us, "own_workforces")), ...(await activity.rows(us, "workforce_contracts"))];
  expect(JSON.stringify(rows)).not.toMatch(/secret|1988-|Engineer/);
  expect((await workforce().listOwnWorkforces({ search: "secret" })).total).toBe(0);
});

it("an erased person can end a contract, and get no identity again", async () => {
  const { id } = await addPerson({ externalEmployeeId: "E-1" });
  await erase(id);
  const update = (values: object, path: string) =>
    workforce().updateOwnWorkforce({ id, ...values, updateMask: { paths: [path] } });
  expect((await refusalOf(update({ birthDate: "1990-01-01" }, "birth_date"))).code).toBe("PERSON_ERASED");
  const ended = await update({ contracts: [contractOf("2020-01-01", "2024-12-31")] }, "contracts");
  expect(ended.ownWorkforce!.contracts).toMatchObject([{ endDate: "2024-12-31" }]);
  await addPerson({ externalEmployeeId: "E-1" });
});

it("the age band of the last day at work stands for the birth date; 30 and 50 are in the middle", async () => {
  const until = (birthDate: string, end?: string) => ({ birthDate, contracts: [contractOf("2010-01-01", end)] });
  const people = [
    await addPerson(until("1990-06-02", "2020-06-01")),
    await addPerson(until("1990-06-01", "2020-06-01")),
    await addPerson(until("1969-06-02", "2020-06-01")),
    await addPerson(until("1969-06-01", "2020-06-01")),
    await addPerson(until("1930-01-01")),
  ];
  await erase(...people.map(({ id }) => id));
  const expected = ["30_to_50", "30_to_50", "over_50", "over_50", "under_30"];
  expect(await bands()).toEqual(expected);
  await erase(...people.map(({ id }) => id));
  expect(await bands()).toEqual(expected);
});

it("an organization erases only its own people", async () => {
  const { id } = await addPerson({}, await activity.organization());
  expect(await erase(id)).toEqual([]);
});
