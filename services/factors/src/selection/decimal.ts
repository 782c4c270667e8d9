/** The exact product of two plain decimals without sign, in plain notation and without trailing zeros. */
export function product(a: string, b: string): string {
  const [wholeA = "0", partA = ""] = a.split(".");
  const [wholeB = "0", partB = ""] = b.split(".");
  const places = partA.length + partB.length;
  const digits = (BigInt(wholeA + partA) * BigInt(wholeB + partB)).toString().padStart(places + 1, "0");
  if (places === 0) return digits;
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
}
