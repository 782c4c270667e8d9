/** The beginning of the reference. */
export const GUIDE = `<section class="guide">
<h1>Emissions Accounting Service</h1>
<p>Record the activities of an organization, let the service calculate their emissions, and read exact totals.</p>
<h2>First steps</h2>
<ol>
<li>Press <b>Authorize</b> below. Enter an API key and the UUID of its organization, or a bearer token instead of the key.</li>
<li>Store a record, such as a purchase. It is calculated in the background:
<pre>curl $URL/v1/purchases -H "x-api-key: $KEY" -H "x-organization-id: $ORGANIZATION" \\
  -H "content-type: application/json" -H "idempotency-key: invoice-4711" \\
  -d '{"product_name": "Cement", "sector": "23.51", "purchase_date": "2025-03-14", "expense_type": "opex",
       "quantity": "12400.50", "unit_id": "&lt;id of GET /v2/units&gt;"}'</pre></li>
<li>Read the record until <code>calculation_status</code> is no longer <code>pending</code>. <code>co2e</code> is in kilograms.</li>
<li>Read the totals of a period: <code>GET /v1/total-impacts</code>.</li>
</ol>
<h2>Rules of all operations</h2>
<dl>
<dt>Numbers</dt><dd>are exact decimals in both directions. Send them as numbers or texts; parse them with a decimal library, because doubles round after 15 digits. This page shows them as they are sent. With <code>Prefer: decimals=string</code> they are texts.</dd>
<dt>Repeats</dt><dd>With an <code>Idempotency-Key</code> a repeated POST gets the first answer again and stores nothing twice.</dd>
<dt>Checks</dt><dd><code>dry_run=true</code> checks a request and stores nothing.</dd>
<dt>Batches</dt><dd>take up to 5,000 records. They are stored as a whole or not at all, and calculated by a job that you can follow.</dd>
<dt>Lists</dt><dd>have pages. Follow the header <code>Link</code> with <code>rel="next"</code> to read a large list: no record is missed or shown twice while others change. An unknown parameter is refused, so that a misspelled filter never widens a list.</dd>
<dt>Copies</dt><dd>Send the <code>ETag</code> of an answer in <code>If-None-Match</code>: 304 says that your copy is current.</dd>
<dt>Changes</dt><dd>Send the <code>ETag</code> of a record in <code>If-Match</code>: a record that somebody else has changed is refused with 412.</dd>
<dt>Compression</dt><dd>Answers are compressed with <code>br</code> or <code>gzip</code> for clients that accept it.</dd>
<dt>Refusals</dt><dd>have a code for programs. <a href="/errors">All codes</a> with their meaning and what a client should do.</dd>
<dt>Limits</dt><dd>After 429 wait for <code>Retry-After</code>.</dd>
</dl>
<p><a href="/docs/changelog">Changes</a> &middot; <a href="/openapi.json">openapi.json</a> &middot;
<a href="/openapi.yaml">openapi.yaml</a>, also for generators of clients</p>
</section>
`;
