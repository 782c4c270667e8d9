// Asks the API with a key that is well-formed and that nobody has. The gateway refuses it only after activity has looked
// for it in Postgres. Without activity or Postgres the answer is 503.
const headers = {
  "x-api-key": "eas_test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3SdDpn",
  "x-organization-id": "00000000-0000-7000-8000-000000000000",
};
const { status } = await fetch(`${process.env.API}/v1/countries`, { headers, signal: AbortSignal.timeout(10_000) });
console.log(`the API answers an unknown key with ${status}`);
process.exitCode = status === 401 ? 0 : 1;
