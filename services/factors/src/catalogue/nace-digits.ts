/** "24.1", "C24.10", "1.11", "14.13/1" of the UK SIC, "24.10.0" and "24.10Z" of other national versions. */
const DOTTED = /^[A-V]?[\s.-]?(\d{1,2})\.(\d{1,2})(?:([./])(\d{1,2}))?[A-Z]?$/i;
/** "24", "241", "2410", "C2410", "2410Z", and "24100" of the UK SIC. */
const PLAIN = /^[A-V]?[\s.-]?(\d{2,5})[A-Z]?$/i;

/** The code in the spelling of NACE: "24", "24.1" or "24.10". The subclass is of the UK SIC. */
export function naceDigits(code: string): { nace: string; subclass?: string } | null {
  const dotted = DOTTED.exec(code);
  if (dotted !== null) {
    const [, division = "", rest = "", separator, part = ""] = dotted;
    const nace = `${division.padStart(2, "0")}.${rest}`;
    return separator === "/" ? { nace, subclass: part } : { nace };
  }
  const digits = PLAIN.exec(code)?.[1];
  if (digits === undefined) return null;
  const division = digits.slice(0, 2);
  if (digits.length === 2) return { nace: division };
  const nace = `${division}.${digits.slice(2, 4)}`;
  return digits.length === 5 && !digits.endsWith("0") ? { nace, subclass: digits[4]! } : { nace };
}
