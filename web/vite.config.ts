import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Where `npm run dev` finds the API: a server started by `karat annotate`.
const server = process.env.KARAT_SERVER ?? "http://127.0.0.1:8719";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/karat/annotate/page",
    emptyOutDir: true,
    // The Content-Security-Policy is `default-src 'self'`: nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
  // Without this condition vitest would take Svelte's build for servers, which has no reactivity.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "replay/**/*.test.ts"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
  },
});
