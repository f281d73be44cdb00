import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { WidgetEntry } from '#contract/dashboards.ts'
import type { Mergeable } from './merge-dashboards.ts'
import { describeCombined, describeEdit, describeField } from './merge-labels.ts'
import { mergeTiles } from './merge-tiles.ts'

const SALES: WidgetEntry = { id: 'a', type: 'sales', x: 0, y: 0, w: 3, h: 4, props: { periodType: 'qtd' } }

test.each<[change: Partial<WidgetEntry>, text: string]>([
  [{ props: { periodType: 'ytd', title: 'Harvest' } }, 'Title “Harvest”, period Year to date'],
  [{ props: { periodType: 'qtd', compareLastPeriod: true } }, 'Compare with an earlier period on'],
  [{ w: 5, h: 6, x: 2 }, 'Resized to 5 × 6, moved'],
  [{ props: { periodType: 'qtd', keepsOwnDates: true } }, 'Keeps its own dates'],
  [{ props: { periodType: 'qtd', text: 'Closed on Monday' } }, 'Content'],
])('describes %j as “%s”', (change, text) => {
  expect(describeEdit(SALES, { ...SALES, ...change })).toBe(text)
})

test('says who added and removed a tile', () => {
  const other = { ...SALES, id: 'b', x: 3, props: { title: 'Orders' } }
  const tiles = mergeTiles({ base: [SALES], theirs: [SALES, other], mine: [] })
  expect(tiles.flatMap(describeCombined)).toEqual(['Sales by Period: removed by you', 'Orders: added by them'])
})

test('describes default filters in words', () => {
  const version: Mergeable = {
    name: 'Cellar',
    description: null,
    filterBar: { range: 'Last30Days', compare: 'sameWeekdays', dimensionFilters: [], includeClubOrders: false },
    widgets: [],
  }
  const formats = createFormats({ culture: 'en-US', currency: 'USD' })
  expect(describeField('filterBar', version, formats)).toBe(
    'Last 30 days, vs same weekdays last year, without club orders',
  )
  expect(describeField('filterBar', { ...version, filterBar: null }, formats)).toBe('None')
  expect(describeField('description', version, formats)).toBe('Blank')
})
