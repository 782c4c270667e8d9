import postgres from "postgres";

/** Rows per fill of a short run and of the tests: enough to find columns and triggers that a fill does not know. */
export const SHORT_ROWS = 10;

/**
 * Runs a fill in a session of the organization, which triggers look for. `adminUrl` bypasses row-level security. Names
 * without a schema are those of `schema`.
 */
export async function fillAs<T>(
  { adminUrl, organization, schema = "public" }: { adminUrl: string; organization: string; schema?: string },
  fill: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const connection = {
    search_path: schema,
    "app.organization": organization,
    "app.organizations": `{${organization}}`,
  };
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection });
  try {
    return await fill(sql);
  } finally {
    await sql.end();
  }
}
