/** Folders of one organization. Each listing reads all of them, because paths follow from their names. */
export const FOLDERS_MAX = 1_000;
export const DEPTH_MAX = 10;
/** Files that one deletion of a folder deletes. The uses of each are counted by two services. */
export const DELETED_FILES_MAX = 100;
/** Files whose uses are counted at once. */
export const COUNTED_AT_ONCE = 10;
