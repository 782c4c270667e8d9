import { type Check, checkText, placed, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { type DashboardWidget, DashboardWidgetTypeSchema } from "@emissions/proto/calc/v1/dashboard_service";
import { readConfig } from "../widget/config.ts";

/** Widgets of one dashboard. */
export const WIDGETS_MAX = 100;
/** Of the config of one widget, as JSON. */
export const CONFIG_BYTES_MAX = 16 * 1024;
const TEXT_MAX = 255;
const DEFAULT_TYPE = "bar";

export interface WidgetValues {
  id: string;
  name: string;
  /** The text of DashboardWidgetType. */
  type: string;
  tabId: string | null;
  /** JSON as sent. */
  config: string;
  /** Categories of its metrics. */
  categories: string[];
}

/**
 * Checks the widgets of a dashboard, and reads the categories of their metrics. `organizations` are the only ones that
 * metrics may name, in lower case. Shape first: the configs are read if nothing else is wrong.
 */
export function readWidgets(sent: readonly DashboardWidget[], organizations: ReadonlySet<string>): WidgetValues[] {
  if (sent.length > WIDGETS_MAX)
    refuse([violation("widgets", "value_error.list.max_items", `ensure this value has at most ${WIDGETS_MAX} items`)]);
  const seen = new Set<string>();
  refuse(sent.flatMap((widget, index) => checkWidget(widget, at(index), seen)));
  return sent.map(({ id, name, type, tabId, config }, index) => {
    const { categories } = readConfig(objectIn(config), [...at(index), "config"], organizations);
    return {
      id,
      name,
      type: type === 0 ? DEFAULT_TYPE : enumText(DashboardWidgetTypeSchema, type),
      tabId: tabId ?? null,
      config,
      categories,
    };
  });
}

const at = (index: number) => ["body", "widgets", String(index)];

function checkWidget({ id, name, type, tabId, config }: DashboardWidget, loc: string[], seen: Set<string>): Check[] {
  const found = [
    ...checkText("id", id, { max: TEXT_MAX, required: true }),
    ...checkText("name", name, { max: TEXT_MAX, required: true }),
    ...checkText("tab_id", tabId ?? null, { max: TEXT_MAX }),
  ];
  if (type !== 0 && enumText(DashboardWidgetTypeSchema, type) === "")
    found.push(violation("type", "type_error.enum", "value is not a type of widgets"));
  if (Buffer.byteLength(config) > CONFIG_BYTES_MAX)
    found.push(
      violation("config", "value_error.any_str.max_length", `ensure this value has at most ${CONFIG_BYTES_MAX} bytes`),
    );
  if (seen.has(id)) found.push(violation("id", "value_error.duplicate", "another widget has this id"));
  seen.add(id);
  return placed(found, ...loc);
}

/** The gateway sends the text of an object. Null for any other text, which is then refused as no object. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
