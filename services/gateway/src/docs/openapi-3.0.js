/** @typedef {Record<string, unknown>} Part */

/**
 * Rewrites a document of OpenAPI 3.1 in place, so that Swagger UI reads it as OpenAPI 3.0. For 3.1 it resolves the whole
 * document again for each tag, which takes minutes for hundreds of operations.
 * @param {unknown} value
 */
export function asOpenApi30(value) {
  const document = /** @type {Part} */ (value);
  rewrite(document);
  delete document.webhooks;
  document.openapi = "3.0.3";
  return document;
}

/** @param {unknown} value */
function rewrite(value) {
  if (typeof value !== "object" || value === null) return;
  for (const part of Object.values(value)) rewrite(part);
  if (!Array.isArray(value)) rewriteSchema(/** @type {Part} */ (value));
}

/** @param {Part} schema */
function rewriteSchema(schema) {
  const { type, anyOf, const: only, examples } = schema;
  if (Array.isArray(type)) setTypes(schema, type);
  if (Array.isArray(anyOf) && anyOf.some(isNull))
    setChoices(
      schema,
      anyOf.filter((one) => !isNull(one)),
    );
  if (only !== undefined && typeof only !== "object") schema.enum = [only];
  if (Array.isArray(examples)) schema.example = examples[0];
  setExclusive(schema, "exclusiveMinimum", "minimum");
  setExclusive(schema, "exclusiveMaximum", "maximum");
}

/**
 * @param {Part} schema
 * @param {string} exclusive
 * @param {string} bound
 */
function setExclusive(schema, exclusive, bound) {
  if (typeof schema[exclusive] !== "number") return;
  schema[bound] = schema[exclusive];
  schema[exclusive] = true;
}

/**
 * @param {Part} schema
 * @param {unknown[]} types
 */
function setTypes(schema, types) {
  const [first] = types.filter((one) => one !== "null");
  schema.type = first;
  if (types.includes("null")) schema.nullable = true;
}

/**
 * @param {Part} schema
 * @param {unknown[]} choices
 */
function setChoices(schema, choices) {
  schema.nullable = true;
  if (choices.length > 1) {
    schema.anyOf = choices;
    return;
  }
  delete schema.anyOf;
  Object.assign(schema, { ...Object(choices[0]), ...schema });
}

/** @param {unknown} schema */
const isNull = (schema) => /** @type {Part} */ (schema).type === "null";
