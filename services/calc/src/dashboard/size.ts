import type { Layouts } from "./layouts.ts";
import type { WidgetValues } from "./widgets.ts";

const KIB = 1024;
/** Of the layouts and the configs of one dashboard, as JSON. */
export const DASHBOARD_BYTES_MAX = 512 * KIB;
/** Of all dashboards of one organization. Lists show them all. */
export const ORGANIZATION_BYTES_MAX = 16 * KIB * KIB;
/** Of the dashboards of one reply. A message between services has 8 MiB. */
export const REPLY_BYTES_MAX = 4 * KIB * KIB;

/** Bytes of a dashboard as stored. */
export const bytesOf = (widgets: readonly Pick<WidgetValues, "config">[], layouts: Layouts): number =>
  widgets.reduce((sum, { config }) => sum + Buffer.byteLength(config), Buffer.byteLength(JSON.stringify(layouts)));
