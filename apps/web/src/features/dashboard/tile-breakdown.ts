import { ReportDefinition } from '#contract/report-definition.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { isObject } from '#web/api/json.ts'
import type { Runtime } from '#web/app/runtime.tsx'
import {
  type Address,
  breakdownOfReport,
  exploreAddress,
  type MarkSubject,
  ownFilters,
} from '#web/features/marks/mark-addresses.ts'

type Loader = Pick<Runtime, 'queries' | 'queryClient'>

/** The definition of a tile's report: its own, or that of the report that it follows. */
const loadDefinition = async ({ queries, queryClient }: Loader, source: unknown): Promise<ReportDefinition> => {
  if (isObject(source) && typeof source.id === 'string')
    return ReportDefinition.parse(
      await queryClient.fetchQuery(queries.savedReports.get.queryOptions({ input: { id: source.id } })),
    )
  if (!isObject(source) || typeof source.builtin !== 'string') return ReportDefinition.parse(source)
  const { builtin } = await queryClient.fetchQuery(queries.reports.catalog.queryOptions())
  const report = builtin.find(({ group, slug }) => `${group}/${slug}` === source.builtin)
  return ReportDefinition.parse(report?.definition)
}

interface Choice {
  readonly subject: MarkSubject
  readonly mark: Mark
  readonly columnId: string
}

/** A mark of a report tile by another dimension, as a report. */
export const tileBreakdown = async (
  loader: Loader,
  source: unknown,
  { subject, mark, columnId }: Choice,
): Promise<Address> => {
  const definition = await loadDefinition(loader, source)
  const within = {
    ...subject,
    filters: [...ownFilters(definition), ...subject.filters],
    includeClubOrders: subject.includeClubOrders && definition.includeClubOrders !== false,
  }
  return exploreAddress(breakdownOfReport(definition, mark.measure, columnId), within, mark)
}
