import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { appIcons } from './build/app-icons.plugin.ts'
import { type PlannedChunk, planChunks } from './build/chunk-plan.ts'
import { directImports } from './build/direct-imports.plugin.ts'
import { type FirstScreen, firstPaint } from './build/first-paint.plugin.ts'
import { mantineStyles } from './build/mantine-styles.plugin.ts'
import { precompress } from './build/precompress.plugin.ts'
import { serviceWorker } from './build/service-worker.plugin.ts'
import { contractRoutes, insightKinds, reportPages } from './build/virtual-modules.plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('dist', import.meta.url))
const contractFile = fileURLToPath(new URL('../../packages/contract/contract.ts', import.meta.url))
const insightsFile = fileURLToPath(new URL('../../packages/insights/registry.ts', import.meta.url))
const reportsFile = fileURLToPath(new URL('../../packages/reports/registry.ts', import.meta.url))
const iconFile = fileURLToPath(new URL('public/favicon.svg', import.meta.url))
const pageProgram = fileURLToPath(new URL('src/early/page-program.ts', import.meta.url))
const workerFile = fileURLToPath(new URL('service-worker.js', import.meta.url))
const devServer = process.env.API_URL ?? 'http://127.0.0.1:3000'

const FRAME = 'app/layout/dashboard-layout.tsx'
const SIGN_IN = 'features/auth/sign-in-screen.tsx'
const DASHBOARD = 'features/dashboard/dashboard-screen.tsx'
/** What it needs besides in wide windows. */
const GRID = 'features/dashboard/dashboard-grid.tsx'
const NOTES = 'features/calendar/note-loader.tsx'
const REPORT = 'features/reports/report-page.tsx'
const BUILDER = 'features/reports/builder/builder-screen.tsx'
const INSIGHTS = 'features/insights/insights-screen.tsx'
const INSIGHT = 'features/insights/detail/insight-screen.tsx'
const SERVICE = 'features/services/service-screen.tsx'
/** Parts that any screen may open. */
const PARTS = ['app/loaded-modal.tsx', 'app/modals-host.tsx', 'app/layout/nav-drawer.tsx']
const TOASTS = 'app/toasts.tsx'

/** What index.html requests at once for an address. */
const FIRST_SCREENS: readonly FirstScreen[] = [
  { module: FRAME, path: '^/(?!wall|view)' },
  { module: DASHBOARD, path: '^/(dashboard(/.*)?)?$' },
  { module: GRID, path: '^/(dashboard(/.*)?)?$', minWidth: 650 },
  { module: REPORT, path: '^/reports/(?!my(/|$)|shared)' },
  { module: INSIGHTS, path: '^/ai/insights$' },
  { module: SIGN_IN, path: '^/(sign-in)?$', isForVisitors: true },
]

/** Opened without a connection. */
const STORED_SCREENS = [FRAME, DASHBOARD, GRID, ...PARTS, TOASTS, REPORT, INSIGHTS, SIGN_IN]

/**
 * Few files, because each costs a request, that have little in them that a screen does not need. What a visitor needs is in the
 * shell, which everyone loads.
 */
const CHUNKS: readonly PlannedChunk[] = [
  { name: 'sign-in', only: [SIGN_IN] },
  { name: 'toasts', only: [TOASTS] },
  { name: 'services', only: [SERVICE] },
  { name: 'insights', only: [INSIGHTS, INSIGHT] },
  { name: 'builder', only: [BUILDER] },
  { name: 'report', only: [REPORT] },
  { name: 'tables', only: [REPORT, BUILDER] },
  { name: 'notes', only: [NOTES] },
  { name: 'grid', only: [GRID] },
  { name: 'dashboard', only: [DASHBOARD, GRID] },
  { name: 'shell', any: [SIGN_IN], isInitial: true },
  { name: 'frame', any: [FRAME] },
  { name: 'numbers', any: [DASHBOARD, GRID] },
  { name: 'dialogs', any: [...PARTS, TOASTS] },
  { name: 'records', any: [REPORT, BUILDER, INSIGHTS, INSIGHT, SERVICE] },
]

/** A chunk takes what its modules import unless one before it has taken it: what many screens need comes first. */
const PRIORITIES = [
  ...CHUNKS.filter(({ any }) => any !== undefined),
  ...CHUNKS.filter(({ only }) => only !== undefined).toReversed(),
]

const plugins = () => [
  react(),
  mantineStyles(),
  contractRoutes(contractFile),
  insightKinds(insightsFile),
  reportPages(reportsFile),
]

/** `VITE_API_BASE` names the API at build time; the `cuvee-api-base` meta tag of index.html overrides it at run time. */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const shared = {
    root,
    base: '/',
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
    },
    server: { proxy: { '/api': devServer } },
  }
  if (command !== 'build') return { ...shared, plugins: [...plugins(), firstPaint(pageProgram, FIRST_SCREENS)] }
  const plan = await planChunks(CHUNKS, { ...shared, plugins: plugins() })
  const groups = [
    ...PRIORITIES.map(({ name }, place) => ({
      name,
      test: (id: string) => plan.get(id) === name,
      priority: CHUNKS.length - place,
    })),
    { name: 'shared', minShareCount: 2 },
  ]
  return {
    ...shared,
    plugins: [
      ...plugins(),
      firstPaint(pageProgram, FIRST_SCREENS),
      appIcons(iconFile),
      serviceWorker({ file: workerFile, screens: STORED_SCREENS }),
      directImports(),
      precompress(outDir),
    ],
    build: { ...shared.build, rolldownOptions: { output: { codeSplitting: { groups } } } },
  }
})
