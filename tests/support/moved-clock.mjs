// Loaded into a service of a test before its code. Its clock differs by the milliseconds in a file, as a clock that
// somebody sets. Time passes as it does.
import { readFileSync, watchFile } from "node:fs";

const { CLOCK_FILE = "" } = process.env;
const WATCH_MS = 50;
const RealDate = Date;
let moveMs = 0;

const read = () => {
  moveMs = Number(readFileSync(CLOCK_FILE, "utf8"));
};
read();
watchFile(CLOCK_FILE, { interval: WATCH_MS, persistent: false }, read);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, self),
  get: (target, name) => (name === "now" ? () => target.now() + moveMs : Reflect.get(target, name)),
});
