import type { AnswerOf } from "@emissions/client";
import { useState } from "preact/hooks";
import { useAnswer } from "../state/answer.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Choice, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Loaded } from "../ui/notices.tsx";
import type { Project } from "./read.ts";

const NAME_LENGTH_MAX = 255;
/** The value of the choice for a project that does not exist yet. */
const NEW = "new";

type Template = AnswerOf<"listDashboardTemplates">[number];

interface Props {
  /** Own projects without a dashboard. */
  projects: readonly Project[];
  onClose: () => void;
}

/** Creates a dashboard, empty or from a template, and opens it. */
export function CreateDialog({ projects, onClose }: Props) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const { account } = usePerson();
  const [project, setProject] = useState(projects[0]?.id ?? NEW);
  const templates = useAnswer(`templates ${language}`, (signal) =>
    client.call("listDashboardTemplates", { query: { language }, signal }),
  );
  const create = async ({ name = "", template = "" }: Record<string, string>) => {
    const project_id =
      project === NEW
        ? (await client.call("createProject", { body: { name: name.trim(), responsible_user_id: account.user_id } })).id
        : project;
    // A failure after the creation of the project is repeated with that project.
    setProject(project_id);
    const { id } = await (template === ""
      ? client.call("createDashboard", { body: { project_id } })
      : client.call("createDashboardFromTemplate", {
          body: { project_id, template: template as Template["id"] },
          query: { language },
        }));
    go(["dashboards", id]);
  };
  return (
    <FormDialog title={say("boards.new")} action={say("boards.create")} onSubmit={create} onClose={onClose}>
      <p>{say("boards.projectHint")}</p>
      <Choice
        label={say("boards.project")}
        name="project"
        value={project}
        options={[
          ...projects.map(({ id, name }) => ({ value: id, text: name })),
          { value: NEW, text: say("boards.newProject") },
        ]}
        onChange={setProject}
      />
      {project === NEW && (
        <Field label={say("boards.projectName")}>
          {(id) => <input id={id} name="name" maxLength={NAME_LENGTH_MAX} pattern=".*\S.*" required />}
        </Field>
      )}
      <Loaded answer={templates}>
        {(list) => (
          <Choice
            label={say("boards.template")}
            name="template"
            value=""
            options={[
              { value: "", text: say("boards.blank") },
              ...list.map(({ id, name, widget_names }) => ({
                value: id,
                text: say("boards.withWidgets", { name, widgets: widget_names.join(", ") }),
              })),
            ]}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
