#!/bin/sh
# Removes from node_modules what no process reads, and files with the time of the installation.
set -eu
find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.flow' \) -delete
find node_modules -type f -iname '*.md' ! -iname 'licen[cs]e*' ! -iname 'notice*' ! -iname 'copying*' -delete
find . -name .bin -type d -prune -exec rm -r {} +
rm -f node_modules/.modules.yaml node_modules/.pnpm-workspace-state*.json node_modules/.pnpm/lock.yaml
# The manifests of other packages, which decided about the installation only.
rm -r pnpm-lock.yaml pnpm-workspace.yaml patches packages/cli packages/client packages/testkit
chmod -R u=rwX,go=rX .
