import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { type Grouping, SERIES_MAX } from "./config.ts";
import type { Catalogue } from "./names.ts";

interface Props {
  catalogue: Catalogue;
  own: string;
  grouping: Grouping;
  onChange: (grouping: Grouping) => void;
}

/** What has a series: organizations, or facilities of one organization. */
export function GroupingFields({ catalogue, own, grouping, onChange }: Props) {
  const { say } = useTexts();
  const { organizations, facilities } = catalogue;
  const kinds = (["organizations", "facilities", "mixed"] as const).filter(
    (by) => by === grouping.by || (by === "facilities" ? facilities.length > 0 : by === "organizations"),
  );
  const choose = (by: string) => {
    if (by === "organizations") onChange({ by, ids: [own] });
    if (by === "facilities") onChange({ by, ids: facilities.slice(0, 1).map(({ id }) => id), organizationId: own });
  };
  const list = grouping.by === "facilities" ? facilities : organizations;
  return (
    <>
      <Choice
        label={say("boards.grouping")}
        name="grouping"
        value={grouping.by}
        options={kinds.map((by) => ({ value: by, text: say(`grouping.${by}`) }))}
        onChange={choose}
      />
      {grouping.by !== "mixed" && list.length > 1 && (
        <fieldset class="checks">
          <legend>{say("boards.series")}</legend>
          {list.map(({ id, name }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={grouping.ids.includes(id)}
                disabled={!grouping.ids.includes(id) && grouping.ids.length >= SERIES_MAX}
                onChange={(event) =>
                  onChange({ ...grouping, ids: toggled(grouping.ids, id, event.currentTarget.checked) })
                }
              />
              {name}
            </label>
          ))}
          {grouping.ids.length === 0 && <p role="alert">{say("boards.oneNeeded")}</p>}
        </fieldset>
      )}
    </>
  );
}

const toggled = (ids: readonly string[], id: string, isChosen: boolean) =>
  isChosen ? [...ids, id] : ids.filter((other) => other !== id);
