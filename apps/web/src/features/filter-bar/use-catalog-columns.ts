import { useQuery } from '@tanstack/react-query'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { useRuntime } from '#web/app/runtime.tsx'

const NONE: readonly CatalogColumn[] = []

/** The columns of the report types, of the first type first; none until they are needed and loaded. */
export const useCatalogColumns = (reportTypes: readonly string[], isNeeded: boolean): readonly CatalogColumn[] => {
  const { queries } = useRuntime()
  const catalog = useQuery(
    queries.reports.catalog.queryOptions({ staleTime: Number.POSITIVE_INFINITY, enabled: isNeeded }),
  )
  return (
    catalog.data?.reportTypes.flatMap(({ reportType, columns }) => (reportTypes.includes(reportType) ? columns : [])) ??
    NONE
  )
}
