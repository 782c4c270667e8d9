import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { notFound } from "@emissions/kit/wire/errors";
import type { OrganizationNodeSchema, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import type { Context } from "../context.ts";
import { type NodeRow, selectGroup } from "./queries.ts";

type Node = MessageInitShape<typeof OrganizationNodeSchema>;

export const organizationHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof OrganizationService> => ({
  getOrganizationTree: (_request, call) =>
    db.read(call, async (tx) => {
      const tree = treeOf(await selectGroup(tx));
      if (tree === null) throw notFound("organization");
      return { tree };
    }),
});

/** Rows have parents before children and are sorted by name. */
function treeOf(rows: readonly NodeRow[]): Node | null {
  const childrenOf = new Map<string, Node[]>();
  let root: Node | null = null;
  for (const { id, parentId, name } of rows) {
    const children: Node[] = [];
    childrenOf.set(id, children);
    const node = { id, name, children };
    if (parentId === null) root = node;
    else childrenOf.get(parentId)?.push(node);
  }
  return root;
}
