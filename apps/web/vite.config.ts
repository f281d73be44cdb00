import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { appIcons } from './build/app-icons.plugin.ts'
import { planChunks } from './build/chunk-plan.ts'
import { firstPaint } from './build/first-paint.plugin.ts'
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
const workerFile = fileURLToPath(new URL('service-worker.js', import.meta.url))
const devServer = process.env.API_URL ?? 'http://127.0.0.1:3000'

const FIRST_SCREEN = 'features/dashboard/dashboard-screen.tsx'
/** What `/` shows above it. */
const HOME_SCREEN = 'features/home/home-panel.tsx'
/** What it needs besides in wide windows. */
const WIDE_SCREEN = 'features/dashboard/dashboard-grid.tsx'
/** Screens and parts besides the first that open without a connection. */
const OTHER_STORED_SCREENS = [
  'app/layout/nav-drawer.tsx',
  'app/loaded-modal.tsx',
  'app/modals-host.tsx',
  'app/toasts.tsx',
  'features/reports/report-page.tsx',
  'features/insights/insights-screen.tsx',
  'features/auth/sign-in-screen.tsx',
]

/** What a screen needs in addition to those before it is one file, because each file costs a request. */
const PLANNED = [
  { name: 'first', screen: FIRST_SCREEN },
  { name: 'home', screen: HOME_SCREEN },
  { name: 'notes', screen: 'features/calendar/note-loader.tsx' },
  { name: 'reports', screen: 'features/reports/report-page.tsx' },
  { name: 'sign-in', screen: 'features/auth/sign-in-screen.tsx' },
  { name: 'dialogs', screen: 'app/loaded-modal.tsx' },
  { name: 'builder', screen: 'features/reports/builder/builder-screen.tsx' },
  { name: 'services', screen: 'features/services/service-screen.tsx' },
  { name: 'insights', screen: 'features/insights/detail/insight-screen.tsx' },
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
  if (command !== 'build') return { ...shared, plugins: plugins() }
  const plan = await planChunks(PLANNED, { ...shared, plugins: plugins() })
  const groups = [
    { name: 'shell', tags: ['$initial' as const], priority: PLANNED.length + 1 },
    // In this order, since a chunk takes what its modules import unless one before it has taken it.
    ...PLANNED.map(({ name }, place) => ({
      name,
      test: (id: string) => plan.get(id) === name,
      priority: PLANNED.length - place,
    })),
    { name: 'shared', minShareCount: 2 },
  ]
  return {
    ...shared,
    plugins: [
      ...plugins(),
      firstPaint({ screen: FIRST_SCREEN, home: HOME_SCREEN, wideScreen: WIDE_SCREEN }),
      appIcons(iconFile),
      serviceWorker({ file: workerFile, screens: [FIRST_SCREEN, HOME_SCREEN, WIDE_SCREEN, ...OTHER_STORED_SCREENS] }),
      precompress(outDir),
    ],
    build: { ...shared.build, rolldownOptions: { output: { codeSplitting: { groups } } } },
  }
})
