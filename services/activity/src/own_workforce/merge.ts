import { newId } from "@emissions/kit/process/id";
import { type Check, violation } from "@emissions/kit/wire/checks";
import { overlapsIn, type Period } from "./overlaps.ts";
import type { ContractRow, RemunerationRow, StoredPerson } from "./queries.ts";
import { contractOverlaps, payOverlaps } from "./rules.ts";
import type { Contract, PersonRow, Remuneration } from "./values.ts";

/** A row of a batch with its place in it. */
export interface PlacedRow extends PersonRow {
  at: number;
}

/** A violation of the row at this place. */
interface PlacedCheck {
  at: number;
  check: Check;
}

/** New contracts and remunerations of one person, and the violations of the rows. */
interface Merge {
  contracts: ContractRow[];
  remunerations: RemunerationRow[];
  violations: PlacedCheck[];
}

/** A stored contract or remuneration has no place in the batch. */
interface Merged<V> {
  id: string;
  value: V;
  at: number | null;
}
type MergedContract = Merged<Contract> & { pays: Map<string, Merged<Remuneration>> };

const PERSON = { birthDate: "birth_date", gender: "gender", disabledEmployee: "disabled_employee" } as const;
const CONTRACT = {
  contractType: "contract_type",
  endDate: "contract_end_date",
  endDateReason: "contract_end_date_reason",
  country: "country",
  jobCategory: "job_category",
  workingHoursRatio: "working_hours_ratio",
} as const;
const REMUNERATION = {
  amount: "gross_annual_remuneration",
  currency: "currency",
  endDate: "remuneration_end_date",
} as const;

/** Adds rows to a person. The same contract or remuneration twice is stored once, so that a file can be sent again. */
export function mergeRows(person: Pick<StoredPerson, "id" | "contracts">, known: Person, rows: PlacedRow[]): Merge {
  const contracts = new Map(person.contracts.map((contract) => [contract.startDate, storedContract(contract)]));
  const violations: PlacedCheck[] = [];
  const compare = <V extends object>(
    at: number,
    sent: V,
    there: Merged<V>,
    names: Partial<Record<keyof V, string>>,
  ) => {
    for (const [key, field] of Object.entries(names) as [keyof V, string][]) {
      if (sent[key] !== there.value[key]) violations.push({ at, check: differs(field, there.at) });
    }
  };
  for (const { at, person: values, contract } of rows) {
    compare(at, values, known, PERSON);
    const merged = contracts.get(contract.startDate);
    const there = merged ?? { id: newId(), value: contract, at, pays: new Map<string, Merged<Remuneration>>() };
    if (merged === undefined) contracts.set(contract.startDate, there);
    else compare(at, contract, merged, CONTRACT);
    for (const pay of contract.remunerations) {
      const before = there.pays.get(pay.startDate);
      if (before === undefined) there.pays.set(pay.startDate, { id: newId(), value: pay, at });
      else compare(at, pay, before, REMUNERATION);
    }
  }
  const all = [...contracts.values()];
  violations.push(
    ...overlapping(all, (other) => contractOverlaps("contract_start_date", other)),
    ...all.flatMap(({ pays }) =>
      overlapping([...pays.values()], (other) => payOverlaps("remuneration_start_date", other)),
    ),
  );
  return { ...newParts(person.id, all), violations };
}

/** The values that all rows of a person have: those of the stored person, or of the first row. */
export type Person = Merged<Pick<PersonRow["person"], keyof typeof PERSON>>;

function storedContract({ id, ...stored }: StoredPerson["contracts"][number]): MergedContract {
  // Nobody names an erased person, whose contracts alone have no job category.
  const value = { ...stored, jobCategory: stored.jobCategory ?? "" };
  const pays = value.remunerations.map(({ id: payId, ...pay }) => [pay.startDate, { id: payId, value: pay, at: null }]);
  return { id, value, at: null, pays: new Map(pays as [string, Merged<Remuneration>][]) };
}

function newParts(ownWorkforceId: string, all: readonly MergedContract[]): Pick<Merge, "contracts" | "remunerations"> {
  return {
    contracts: all.flatMap(({ id, value, at }) => (at === null ? [] : [{ ...value, id, ownWorkforceId }])),
    remunerations: all.flatMap(({ id: contractId, pays }) =>
      [...pays.values()].flatMap(({ id, value, at }) => (at === null ? [] : [{ ...value, id, contractId }])),
    ),
  };
}

/** Stored periods do not overlap each other, so one of two periods is that of a row. */
function overlapping(parts: readonly Merged<Period>[], check: (other: string) => Check): PlacedCheck[] {
  return overlapsIn(parts.map(({ value }) => value)).map(({ at, with: other }) => {
    const [one, two] = parts[at]!.at === null ? [parts[other]!, parts[at]!] : [parts[at]!, parts[other]!];
    return { at: one.at!, check: check(nameOf(two.at)) };
  });
}

const differs = (field: string, at: number | null): Check =>
  violation(field, "value_error.differs", `differs from ${nameOf(at)}, which has the same person, contract or pay`);

const nameOf = (at: number | null) => (at === null ? "the stored one" : `that of record ${at}`);
