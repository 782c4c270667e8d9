// Finds circular imports, of types too: `node scripts/test/cycles.ts <folder>...`
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The relative imports among the files of a folder. Paths are relative to that folder. */
export function importsIn(folder: string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const targets = [...text.matchAll(IMPORT)].map(([, path]) =>
      relative(folder, resolve(folder, dirname(name), path!)),
    );
    graph.set(name, new Set(targets));
  }
  return graph;
}

/** The imports among the top folders. Tests and fixtures may import from any folder. */
export function foldersOf(files: Graph): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const folder = folderOf(file);
    if (folder === null || /\.(test|fixture)\.tsx?$/.test(file)) continue;
    const known = graph.get(folder) ?? new Set();
    for (const target of targets) {
      const other = folderOf(target);
      if (other !== null && other !== folder) known.add(other);
    }
    graph.set(folder, known);
  }
  return graph;
}

const folderOf = (file: string) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : null);

/** The strongly connected components of more than one node (Tarjan's algorithm). */
export function cyclesIn(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

if (import.meta.main) {
  const problems = process.argv.slice(2).flatMap((folder) => {
    const files = importsIn(folder);
    return [...cyclesIn(files), ...cyclesIn(foldersOf(files))].map((cycle) => `${folder}: ${cycle.join(", ")}`);
  });
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
