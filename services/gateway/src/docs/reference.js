// The script of the reference page. It runs in the browser.
import { indented } from "./exact-digits.js";
import { asOpenApi30 } from "./openapi-3.0.js";

/**
 * The parts of Swagger UI that the plugins use.
 * @typedef {{ get(name: string): unknown }} Values
 * @typedef {{ toJS(): { name: string, tags: string[] }[] }} Groups
 * @typedef {{
 *   React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown, Fragment: unknown },
 *   getComponent(name: string, connected: boolean): unknown,
 *   layoutSelectors: { currentFilter(): string | boolean },
 *   layoutActions: { updateFilter(text: string): void },
 *   specSelectors: { specJson(): { get(name: "x-tagGroups"): Groups | undefined } },
 * }} System
 * @typedef {(properties: Record<string, unknown>) => unknown} Component
 */

const { SwaggerUIBundle } = /** @type {{ SwaggerUIBundle: (options: object) => unknown }} */ (
  /** @type {unknown} */ (globalThis)
);

/** Shows answers with all digits. Swagger UI parses them into doubles. */
const exactAnswers = () => ({
  wrapComponents: {
    /** @type {(original: unknown, system: System) => Component} */
    responseBody:
      (original, { React, getComponent }) =>
      (properties) => {
        const { content, contentType } = properties;
        if (typeof content !== "string" || !/json/i.test(String(contentType))) {
          return React.createElement(original, properties);
        }
        const code = { language: "json", downloadable: true, fileName: "response.json", canCopy: true };
        const shown = React.createElement(getComponent("HighlightCode", true), code, indented(content));
        return React.createElement("div", null, React.createElement("h5", null, "Response body"), shown);
      },
  },
});

/** Writes the name of a group above its first tag, except between the results of a search. */
const groups = () => ({
  wrapComponents: {
    /** @type {(original: unknown, system: System) => Component} */
    OperationTag:
      (original, { React, layoutSelectors, specSelectors }) =>
      (properties) => {
        const all = specSelectors.specJson().get("x-tagGroups")?.toJS() ?? [];
        const group = all.find(({ tags }) => tags[0] === properties.tag);
        const isShown = group !== undefined && !isSearch(layoutSelectors.currentFilter());
        const heading = isShown && React.createElement("h2", { className: "group" }, group.name);
        return React.createElement(React.Fragment, null, heading, React.createElement(original, properties));
      },
  },
});

/**
 * Without a search the filter is true.
 * @param {string | boolean} filter
 */
const isSearch = (filter) => typeof filter === "string" && filter !== "";

/**
 * The words that a search finds an operation by.
 * @param {string} tag
 * @param {Values & { getIn(path: string[]): unknown }} operation
 */
const wordsOf = (tag, operation) => {
  const said = ["summary", "operationId", "description"].map((name) => operation.getIn(["operation", name]) ?? "");
  return [tag, operation.get("method"), operation.get("path"), ...said].join(" ").toLowerCase();
};

/** Searches all operations for words, and shows those that have all of them. */
const search = () => ({
  fn: {
    /**
     * @typedef {Values & { getIn(path: string[]): unknown }} Operation
     * @typedef {{ size: number, filter(matches: (operation: Operation) => boolean): Operations }} Operations
     * @typedef {{ get(name: "operations"): Operations, set(name: "operations", value: Operations): Tagged }} Tagged
     * @typedef {{ map(change: (tagged: Tagged, tag: string) => Tagged): All, filter(matches: (one: Tagged) => boolean): All }} All
     * @param {All} tagged
     * @param {string} phrase
     */
    opsFilter(tagged, phrase) {
      const words = phrase.toLowerCase().split(/\s+/);
      /** @type {(tag: string) => (operation: Operation) => boolean} */
      const has = (tag) => (operation) => words.every((word) => wordsOf(tag, operation).includes(word));
      return tagged
        .map((one, tag) => one.set("operations", one.get("operations").filter(has(tag))))
        .filter((one) => one.get("operations").size > 0);
    },
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        // Matches are shown without a click on their tag.
        /** @type {(original: Function, system: System) => Function} */
        isShown:
          (original, system) =>
          (/** @type {unknown} */ _state, /** @type {unknown} */ thing, /** @type {unknown} */ usual) => {
            const filter = system.layoutSelectors.currentFilter();
            const opens = isSearch(filter) && [thing].flat()[0] === "operations-tag";
            return original(thing, opens || usual);
          },
      },
    },
  },
  wrapComponents: {
    /** @type {(original: unknown, system: System) => Component} */
    FilterContainer:
      (_original, { React, layoutActions, layoutSelectors }) =>
      () => {
        const filter = layoutSelectors.currentFilter();
        const field = {
          className: "operation-filter-input",
          type: "search",
          placeholder: "Search all operations: words of their names, addresses and descriptions",
          "aria-label": "Search",
          value: typeof filter === "string" ? filter : "",
          onChange: (/** @type {{ target: { value: string } }} */ { target }) =>
            layoutActions.updateFilter(target.value),
        };
        return React.createElement("div", { className: "filter wrapper" }, React.createElement("input", field));
      },
  },
});

SwaggerUIBundle({
  spec: asOpenApi30(await (await fetch("/openapi.json")).json()),
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  // Hundreds of schemas below the operations would take longer than the rest. Each operation shows its own.
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [exactAnswers, groups, search],
});
