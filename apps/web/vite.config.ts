import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.plugin.ts'
import { contractRoutes, insightKinds, reportPages } from './build/virtual-modules.plugin.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = fileURLToPath(new URL('dist', import.meta.url))
const contractFile = fileURLToPath(new URL('../../packages/contract/contract.ts', import.meta.url))
const insightsFile = fileURLToPath(new URL('../../packages/insights/registry.ts', import.meta.url))
const reportsFile = fileURLToPath(new URL('../../packages/reports/registry.ts', import.meta.url))
const devServer = process.env.API_URL ?? 'http://127.0.0.1:3000'

const anyOf = (paths: readonly string[]): RegExp => new RegExp(paths.join('|'))

/** Modules that only some pages use, so that the first page doesn't load them. */
const OF_REPORTS = anyOf([
  'features/(reports|number-lineage)',
  'ui/(data-grid|report-chart|forecast-chart)',
  'charts/(report|pie|stacked|heat|forecast-chart|outliers)',
  'd3-shape/src/(arc|pie)',
  'kit/(pivot|cell-text|not-counted)',
])
const OF_SERVICES = anyOf(['features/(services|reconciliation)', 'contract/services'])
/** What the dashboard needs of the features before it is drawn. */
const ON_FIRST_PAGE = 'dashboard|filter-bar|marks|data-span|calendar/notes-menu|calendar/hidden|alerts/open'
const OF_FORMS = anyOf([
  `features/(?!${ON_FIRST_PAGE}|number-lineage|reconciliation|reports|services)`,
  String.raw`app/(draft/save-bar|fields|heading|listing\.tsx|use-list-keys)`,
  'contract/(account-settings|custom-fields|dimension-filter|endpoint|field|imports|report-definition|runs)',
  'domain/(custom-fields|field-rules|locale|ranges/(comparison-range|typed-days))',
  '@mantine/(form|spotlight)',
  'components/(Accordion|Checkbox|Combobox|FileButton|FloatingIndicator|Highlight|List|Mark|MultiSelect|Pagination|Pill|PillsInput|Radio|SegmentedControl|Select|Tabs|TagsInput)/',
  'virtual:insight',
  'fast-deep-equal',
  'klona',
  'NumberInput',
  'PasswordInput',
  'number-format',
])
/** Markdown, which notifications, insights and text tiles show. */
const OF_TEXTS = anyOf([
  'node_modules/(micromark|mdast-util|hast-util|unist-util|estree-util|vfile|unified|remark|react-markdown)',
  'node_modules/(property-information|decode-named|character-|space-separated|comma-separated|style-to|inline-style)',
  'node_modules/(html-url|trim-lines|trough|bail|devlop|extend|is-plain-obj|@ungap)',
])

const isSeldomUsed = (id: string): boolean =>
  [OF_REPORTS, OF_SERVICES, OF_FORMS, OF_TEXTS].some((pattern) => pattern.test(id))

/** Few files, since each costs a request: one for every page, one that several pages share, and one for each kind of page. */
const chunks = [
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  { name: 'shared', test: (id: string) => !isSeldomUsed(id), minShareCount: 2, priority: 3 },
  { name: 'texts', test: OF_TEXTS, minShareCount: 2, priority: 2 },
  { name: 'forms', test: OF_FORMS, minShareCount: 2, priority: 2 },
  { name: 'reports', test: OF_REPORTS, minShareCount: 2, priority: 1 },
  { name: 'services', test: OF_SERVICES, minShareCount: 2 },
]

/** `VITE_API_BASE` names the API at build time; the `cuvee-api-base` meta tag of index.html overrides it at run time. */
export default defineConfig({
  root,
  base: '/',
  plugins: [
    react(),
    contractRoutes(contractFile),
    insightKinds(insightsFile),
    reportPages(reportsFile),
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
    // The shell is one file on purpose; `npm run bench` watches what it weighs on the wire.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/api': devServer } },
})
