import type { ReportCatalog } from '#contract/report-catalog.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import { lookupTable } from '#domain/lookup-table.ts'

/** Which of a cohort's people a measure counts: a yes or no column; null: all. */
const COUNTED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = lookupTable({
  CustomerMonths: { cohortSize: null, returnRate: null, salesPerCustomer: null, returnedCustomers: 'hasReturned' },
  MembershipMonths: { cohortSize: null, memberRetention: null, salesPerMember: null, membersRetained: 'isStillMember' },
})

/** The people of a cohort's cell as a list, which can be saved as a segment; null for other cells. */
export const cellList = (request: ExplainRequest, { builtin }: ReportCatalog): ReportDefinition | null => {
  if (!('definition' in request)) return null
  const { definition: ref, filters = [], dimensionFilters = [], cell } = request
  if ('id' in ref) return null
  const found =
    'builtin' in ref
      ? builtin.find(({ group, slug }) => `${group}/${slug}` === ref.builtin)?.definition
      : ReportDefinition.parse(ref)
  const { row = {}, measure } = cell
  const counted = COUNTED[found?.reportType ?? '']?.[measure]
  if (found === undefined || counted === undefined || found.filterOperator === 'Or') return null
  // The row limits its dates itself.
  if (Object.keys(row).length === 0) return null
  return ReportDefinition.parse({
    ...found,
    name: '',
    columns: [{ columnId: 'customerName' }],
    groupColumns: [],
    pivot: null,
    chart: null,
    orderColumns: [],
    columnOrder: [],
    relativeDateFilter: null,
    compare: null,
    filters: [
      ...found.filters,
      ...filters,
      ...Object.entries(row).map(([columnId, value]) =>
        value === null ? { columnId, comparison: 'IsNull' } : { columnId, value },
      ),
      ...(counted === null ? [] : [{ columnId: counted, comparison: 'IsTrue' }]),
    ],
    // what the row says already need not be said again
    dimensionFilters: [...(found.dimensionFilters ?? []), ...dimensionFilters].filter(
      ({ columnId }) => !Object.hasOwn(row, columnId),
    ),
  })
}
