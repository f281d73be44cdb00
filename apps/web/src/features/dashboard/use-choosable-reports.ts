import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** A report that a tile can show. */
export interface ChoosableReport {
  readonly key: string
  readonly title: string
  readonly source: { readonly builtin: string } | { readonly id: string }
  /** null: it cannot be copied from the list */
  readonly definition: ReportDefinition | null
}

interface ReportGroup {
  readonly group: string
  readonly items: { readonly value: string; readonly label: string }[]
}

const builtInReports = ({ builtin }: ReportCatalog, accountType: string): ChoosableReport[] =>
  builtin
    .filter(({ accountTypes }) => accountTypes === null || accountTypes.some((type) => type === accountType))
    .map(({ group, slug, title, definition, rangeName }) => ({
      key: `builtin ${group}/${slug}`,
      title,
      source: { builtin: `${group}/${slug}` },
      // A range of its own kind cannot be copied.
      definition: rangeName === undefined ? definition : null,
    }))

const savedReports = (reports: readonly SavedReport[]): ChoosableReport[] =>
  reports.map(({ id, name }) => ({ key: `id ${id}`, title: name, source: { id }, definition: null }))

const groupOf = (group: string, reports: readonly ChoosableReport[]): ReportGroup[] =>
  reports.length === 0 ? [] : [{ group, items: reports.map(({ key, title }) => ({ value: key, label: title })) }]

/** Own reports, shared ones, and those of Cuvee that the plan has. */
export const useChoosableReports = () => {
  const { queries } = useRuntime()
  const account = useAccount()
  const canShare = account !== null && ESTATE_AND_UP.some((type) => type === account.accountType)
  const catalog = useQuery(queries.reports.catalog.queryOptions())
  const my = useQuery(queries.savedReports.my.queryOptions())
  const shared = useQuery(queries.savedReports.shared.queryOptions({ enabled: canShare }))
  return useMemo(() => {
    const own = savedReports(my.data ?? [])
    const ofOthers = savedReports((shared.data ?? []).filter(({ isOwn }) => !isOwn))
    const builtin = catalog.data && account ? builtInReports(catalog.data, account.accountType) : []
    return {
      groups: [
        ...groupOf('My reports', own),
        ...groupOf('Shared reports', ofOthers),
        ...groupOf('Cuvee reports', builtin),
      ],
      reports: [...own, ...ofOthers, ...builtin],
      isLoading: catalog.isPending || my.isPending,
    }
  }, [catalog.data, catalog.isPending, my.data, my.isPending, shared.data, account])
}
