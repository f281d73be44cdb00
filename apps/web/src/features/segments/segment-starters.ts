import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { BY_VALUE, CUSTOMER_COLUMNS } from './segment-reports.ts'

const start = (
  name: string,
  conditions: Pick<ReportDefinitionInput, 'filters' | 'history'> = {},
): ReportDefinitionInput => ({
  reportType: 'Customers',
  name,
  columns: CUSTOMER_COLUMNS,
  orderColumns: BY_VALUE,
  ...conditions,
})

const ordered = (dates: string | null, value: number) =>
  ({ of: 'Orders', dates, count: { comparison: 'Equal', value } }) as const

const VISITED = { columnId: 'heldOn', comparison: 'IsNotNull', value: null } as const

/** Lists that segments often begin with, to be changed and saved. */
export const STARTERS: readonly ReportDefinitionInput[] = [
  start('Best customers', { filters: [{ columnId: 'rfmSegment', value: 'best' }] }),
  start('Best customers at risk', { filters: [{ columnId: 'rfmSegment', value: 'best_at_risk' }] }),
  start('Members with no order in 180 days', {
    filters: [{ columnId: 'isClubMember', comparison: 'IsTrue' }],
    history: [ordered('Last180Days', 0)],
  }),
  start('Visitors of the last 90 days who didn’t buy', {
    history: [{ of: 'Reservations', filters: [VISITED], dates: 'Last90Days' }, ordered('Last90Days', 0)],
  }),
  start('Customers who ordered once', { history: [ordered(null, 1)] }),
]

/** A list without conditions. */
export const BLANK = start('')
