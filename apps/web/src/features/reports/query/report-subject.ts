import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { DefinitionRef, ReportDefinition } from '#contract/report-definition.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { useRuntime } from '#web/app/runtime.tsx'

type Catalog = z.infer<typeof ReportCatalog>
export type ReportTypeInfo = Catalog['reportTypes'][number]

/** The report on a page: a built-in one by group and slug, or a saved one by id. */
export type ReportName = { readonly builtin: string } | { readonly id: string }

/** A report as the screen needs it, built-in or saved. */
export interface LoadedReport {
  readonly ref: DefinitionRef
  readonly title: string
  readonly description: string
  readonly definition: ReportDefinition
  readonly type: ReportTypeInfo
  /** a custom default range; null: that of the definition */
  readonly rangeName: string | null
  /** columnIds that its page offers to group by; empty: only its own */
  readonly groupChoices: readonly string[]
  /** null: a built-in one */
  readonly saved: SavedReport | null
}

/** Built-in reports and report types, which change only with the product. */
export const useReportCatalog = () => {
  const { queries } = useRuntime()
  return useQuery(queries.reports.catalog.queryOptions())
}

const builtInOf = ({ builtin, reportTypes }: Catalog, name: string): LoadedReport | null => {
  const report = builtin.find(({ group, slug }) => `${group}/${slug}` === name)
  const type = reportTypes.find(({ reportType }) => reportType === report?.definition.reportType)
  if (report === undefined || type === undefined) return null
  const { title, description, definition, rangeName = null, groupChoices = [] } = report
  return { ref: { builtin: name }, title, description, definition, type, rangeName, groupChoices, saved: null }
}

const savedOf = ({ reportTypes }: Catalog, saved: SavedReport): LoadedReport | null => {
  const type = reportTypes.find(({ reportType }) => reportType === saved.reportType)
  if (type === undefined) return null
  const { id, name, description } = saved
  const own = { title: name, description: description ?? '', definition: saved, rangeName: null, groupChoices: [] }
  return { ref: { id }, type, saved, ...own }
}

export interface ReportLoading {
  /** null: not found, or not loaded */
  readonly report: LoadedReport | null
  readonly isPending: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** The report of a page with its columns. */
export const useLoadedReport = (name: ReportName): ReportLoading => {
  const { queries } = useRuntime()
  const catalog = useReportCatalog()
  const id = 'id' in name ? name.id : null
  const saved = useQuery(queries.savedReports.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  const retry = () =>
    void Promise.all([catalog, saved].filter(({ isError }) => isError).map(({ refetch }) => refetch()))
  const isPending = catalog.isPending || (id !== null && saved.isPending)
  const error = catalog.error ?? saved.error
  if (!catalog.data || (id !== null && !saved.data)) return { report: null, isPending, error, retry }
  const report =
    'builtin' in name ? builtInOf(catalog.data, name.builtin) : savedOf(catalog.data, saved.data ?? missing())
  return { report, isPending, error, retry }
}

const missing = (): never => {
  throw new Error('The saved report must be loaded before it is shown')
}
