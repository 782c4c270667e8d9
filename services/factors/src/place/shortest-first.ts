/** Nodes by length, the shortest first: a binary heap. */
export interface Queue {
  add(node: number, length: number): void;
  /** Undefined if the queue is empty. */
  next(): number | undefined;
}

export function shortestFirst(): Queue {
  const nodes: number[] = [];
  const lengths: number[] = [];
  const swap = (one: number, other: number) => {
    [nodes[one], nodes[other]] = [nodes[other]!, nodes[one]!];
    [lengths[one], lengths[other]] = [lengths[other]!, lengths[one]!];
  };
  const smaller = (one: number, other: number) => (lengths[other]! < lengths[one]! ? other : one);
  /** A node of the heap after the last is never smaller. */
  const leastOf = (at: number) => smaller(smaller(at, 2 * at + 1), 2 * at + 2);
  return {
    add: (node, length) => {
      let at = nodes.push(node) - 1;
      lengths.push(length);
      for (let parent = (at - 1) >> 1; at > 0 && lengths[at]! < lengths[parent]!; parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    next: () => {
      if (nodes.length === 0) return undefined;
      swap(0, nodes.length - 1);
      lengths.pop();
      const first = nodes.pop();
      for (let at = 0, least = leastOf(0); least !== at; at = least, least = leastOf(at)) swap(at, least);
      return first;
    },
  };
}
