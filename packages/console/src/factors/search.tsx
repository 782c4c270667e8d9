import { useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Field, fieldsOf } from "../ui/field.tsx";

const TEXT_LENGTH_MAX = 255;

interface Props {
  path: readonly string[];
  text: string;
  /** By default "Name". */
  label?: string;
}

/** A search by name, which is kept in the address. */
export function NameSearch({ path, text, label }: Props) {
  const { say } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(path, fieldsOf(event.currentTarget as HTMLFormElement));
  };
  return (
    <form class="filters" onSubmit={submit}>
      <Field label={label ?? say("factors.search")}>
        {(id) => <input id={id} name="search" type="search" maxLength={TEXT_LENGTH_MAX} defaultValue={text} />}
      </Field>
      <button type="submit">{say("factors.find")}</button>
    </form>
  );
}
