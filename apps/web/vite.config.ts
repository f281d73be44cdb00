import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.plugin.ts'
import { contractRoutes, insightKinds } from './build/virtual-modules.plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('dist', import.meta.url))
const contractFile = fileURLToPath(new URL('../../packages/contract/contract.ts', import.meta.url))
const insightsFile = fileURLToPath(new URL('../../packages/insights/registry.ts', import.meta.url))
const devServer = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Modules that only report pages and number lineage use, so that other pages don't load them. */
const OF_REPORTS = /(features\/(reports|number-lineage)|ui\/(data-grid|report-chart)|charts\/(report|pie|stacked))/

/** Few files, since each costs a request: one for every page, and one that several pages share. */
const chunks = [
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', test: (id: string) => !OF_REPORTS.test(id), minShareCount: 2, priority: 1 },
  { name: 'reports', test: OF_REPORTS, minShareCount: 2 },
]

/** `VITE_API_BASE` names the API at build time; the `cuvee-api-base` meta tag of index.html overrides it at run time. */
export default defineConfig({
  root,
  base: '/',
  plugins: [react(), contractRoutes(contractFile), insightKinds(insightsFile), precompress(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // light-dark() as it is written: its replacement asks for a color-scheme in these files, and the theme sets it by attribute.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content policy has no data: for fonts, and small files travel well on one connection.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The shell is one file on purpose; `npm run bench` watches what it weighs on the wire.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/api': devServer } },
})
