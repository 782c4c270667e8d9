// Asks the API for a resource with a made-up key. The gateway answers 401 only after activity has searched its database.
const headers = { "x-api-key": "k".repeat(40), "x-organization-id": "00000000-0000-7000-8000-000000000000" };
const { status } = await fetch(`${process.env.API}/v1/countries`, { headers, signal: AbortSignal.timeout(10_000) });
console.log(`the API refuses an unknown key with ${status}`);
process.exitCode = status === 401 ? 0 : 1;
