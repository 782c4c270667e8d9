import { generate } from "lean-qr";

/** Modules of the margin. Scanners need four. */
const MARGIN = 4;

/** A QR code as one path: black on white in both themes, because not all scanners read inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const modules = Array.from(
    { length: code.size ** 2 },
    (_, at) => [at % code.size, Math.floor(at / code.size)] as const,
  );
  const path = modules.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  const side = code.size + 2 * MARGIN;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}>
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path.join("")} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
