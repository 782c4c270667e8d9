import { fastify } from "fastify";
import postgres from "postgres";

/** The minimum work of a REST server for a purchase: parse, insert, respond. */
const sql = postgres(process.env.DATABASE_URL!, { max: 10 });
const app = fastify();

app.get("/nothing", async () => ({ ok: true }));

app.post<{ Body: Record<string, string> }>("/purchases", async ({ body }, reply) => {
  const [row] = await sql`
    insert into floor_purchases (id, organization_id, product_name, sector, quantity, unit_id, purchase_date, expense_type)
    values (${crypto.randomUUID()}, ${body.organization_id!}, ${body.product_name!}, ${body.sector!}, ${body.quantity!},
      ${body.unit_id!}, ${body.purchase_date!}, ${body.expense_type!})
    returning *`;
  return reply.code(201).send(row);
});

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
process.send?.("ready");
