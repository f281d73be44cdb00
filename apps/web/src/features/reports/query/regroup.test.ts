import { expect, test } from 'vitest'
import { makeDefinition } from '../table/report-columns.fixture.ts'
import { regroup } from './regroup.ts'
import type { LoadedReport } from './report-subject.ts'

const dimension = (columnId: string) => ({
  ...{ columnId, columnName: columnId, displayName: columnId, kind: 'dimension' as const, type: 'text' },
  ...{ format: 'text' as const, additive: false, description: '', goodDirection: 'neutral' as const },
  ...{ aggregations: [], filterOnly: false },
})

const report: LoadedReport = {
  ref: { builtin: 'customers/tasting-funnel' },
  title: 'Tasting Funnel',
  description: '',
  definition: makeDefinition([{ columnId: 'experience' }, { columnId: 'guests' }], {
    groupColumns: ['experience'],
    columnOrder: ['experience', 'guests'],
    orderColumns: [{ columnId: 'guests', direction: 'desc' }],
    chart: { kind: 'bar', x: 'experience', series: ['guests'] },
  }),
  type: {
    ...{ reportType: 'Reservations', title: 'Reservations', dateColumns: [], hasClubOrders: false, history: null },
    columns: ['experience', 'teamMember', 'dayPart', 'channel'].map(dimension),
  },
  rangeName: null,
  groupChoices: ['experience', 'teamMember', 'dayPart'],
  saved: null,
}

const CALENDAR = { today: '2026-03-14', weekStart: 'monday', fiscalYearStartMonth: 1 } as const

test('shows another group in the place of the report’s own', () => {
  const { ref, definition } = regroup(report, 'TeamMember', CALENDAR)
  expect(ref).toBe(definition)
  expect(definition).toMatchObject({
    columns: [{ columnId: 'teamMember' }, { columnId: 'guests' }],
    groupColumns: ['teamMember'],
    columnOrder: ['teamMember', 'guests'],
    orderColumns: [{ columnId: 'guests', direction: 'desc' }],
    chart: { x: 'teamMember', series: ['guests'] },
  })
})

test('what a chart is split by, and what the rows are sorted by, is replaced as well', () => {
  const chart = { kind: 'heatmap' as const, x: 'channel', series: ['experience', 'guests'] }
  const orderColumns = [{ columnId: 'experience', direction: 'desc' as const }]
  const definition = { ...report.definition, chart: { ...report.definition.chart, ...chart }, orderColumns }
  expect(regroup({ ...report, definition }, 'TeamMember', CALENDAR).definition).toMatchObject({
    orderColumns: [{ columnId: 'teamMember', direction: 'desc' }],
    chart: { x: 'channel', series: ['teamMember', 'guests'] },
  })
})

test('keeps the range that it opens with', () => {
  const relativeDateFilter = { relativeRange: 'None' as const, columnName: 'signupDate' }
  const definition = { ...report.definition, relativeDateFilter }
  const ranged = { ...report, definition, rangeName: 'This year and the previous three' }
  expect(regroup(ranged, 'TeamMember', CALENDAR).definition.relativeDateFilter).toEqual({
    relativeRange: '2023-01-01/2027-01-01',
    columnName: 'signupDate',
  })
})

test('parts of the day follow the day', () => {
  expect(regroup(report, 'DayPart', CALENDAR).definition.orderColumns).toEqual([
    { columnId: 'dayPart', direction: 'asc' },
  ])
})

test.each([undefined, 'Experience', 'Channel', 'Nothing', ['TeamMember']])('stays as it is by %j', (name) => {
  expect(regroup(report, name, CALENDAR)).toBe(report)
})
