// Builds the console into dist/, which the gateway serves below /console.
import { fileURLToPath } from "node:url";
import { build } from "vite";

await build({
  configFile: false,
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/console/",
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsDir: "assets",
    // The policy of the page allows no data in place of a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB. A test limits the compressed size.
    chunkSizeWarningLimit: 1_200,
    target: "es2024",
  },
});
