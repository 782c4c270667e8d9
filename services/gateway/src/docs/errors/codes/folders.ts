import type { Refusal } from "../entry.ts";

/** Folders of files. */
export const folderRefusals: readonly Refusal[] = [
  {
    code: "FOLDER_NAME_TAKEN",
    status: 409,
    meaning: "the folder that contains it has another folder of this name; case does not matter",
    help: "choose another name",
  },
  {
    code: "FOLDER_CYCLE",
    status: 409,
    meaning: "the folder would be in itself, or in a folder in it",
    help: "choose another `parent_id`",
  },
  {
    code: "FOLDER_TOO_DEEP",
    status: 409,
    meaning: "the folder, or a folder in it, would be nested more than 10 levels deep",
    help: "choose a `parent_id` nearer to the top",
  },
  {
    code: "FOLDER_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 folders",
    help: "delete folders",
  },
  {
    code: "FOLDER_AUDIENCE_DIFFERS",
    status: 409,
    meaning: "files about people, which viewers do not see, and other files cannot be in the same folder",
    help: "choose another folder",
  },
  {
    code: "FOLDER_NOT_EMPTY",
    status: 409,
    meaning: "the folder contains folders or files",
    help: "move or delete them, or delete with `recursive=true`",
  },
  {
    code: "FOLDER_TOO_LARGE",
    status: 409,
    meaning: "the folder and those in it have more than 100 files, which one request cannot delete",
    help: "delete files or inner folders first",
  },
];
