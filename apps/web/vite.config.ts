import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkName } from './build/chunk-names.ts'
import { precompress } from './build/precompress.plugin.ts'
import { serviceWorker } from './build/service-worker.plugin.ts'
import { virtualModules } from './build/virtual-modules.plugin.ts'

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const outDir = pathOf('dist')

/** Opened without a connection, besides what the page itself loads. */
const STORED_SCREENS = [
  'app/layout/dashboard-layout.tsx',
  'app/layout/nav-drawer.tsx',
  'app/loaded-modal.tsx',
  'app/modals-host.tsx',
  'app/toasts.tsx',
  'features/auth/sign-in-screen.tsx',
  'features/dashboard/dashboard-grid.tsx',
  'features/dashboard/dashboard-screen.tsx',
  'features/insights/insights-screen.tsx',
  'features/reports/report-page.tsx',
]

const nameChunk = chunkName({
  visitors: 'features/auth/sign-in-screen.tsx',
  frame: 'app/layout/dashboard-layout.tsx',
  screens: {
    dashboard: 'features/dashboard/dashboard-screen.tsx',
    grid: 'features/dashboard/dashboard-grid.tsx',
    report: 'features/reports/report-page.tsx',
    insights: 'features/insights/insights-screen.tsx',
  },
})

/** `VITE_API_BASE` names the API at build time; the `cuvee-api-base` meta tag of index.html overrides it at run time. */
export default defineConfig({
  root: pathOf('.'),
  base: '/',
  plugins: [
    react(),
    virtualModules({
      contract: pathOf('../../packages/contract/contract.ts'),
      insights: pathOf('../../packages/insights/registry.ts'),
      reports: pathOf('../../packages/reports/registry.ts'),
    }),
    serviceWorker({ file: pathOf('service-worker.js'), screens: STORED_SCREENS }),
    precompress(outDir),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // light-dark() as it is written: its replacement asks for a color-scheme in these files, and the theme sets it by attribute.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content policy has no data: for fonts, and small files travel well on one connection.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // `npm run bench` watches what the page's file weighs on the wire.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: nameChunk, debugName: 'screens' }] } } },
  },
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
})
