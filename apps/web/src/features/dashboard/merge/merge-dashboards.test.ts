import { expect, test } from 'vitest'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import { type Mergeable, mergeDashboards, mergedDashboard, PRESETS } from './merge-dashboards.ts'

const BASE: Mergeable = { name: 'Cellar', description: null, filterBar: null, widgets: [] }
const BAR: SavedFilterBar = { range: 'Last30Days', dimensionFilters: [], includeClubOrders: true }

test('takes the name of the side that changed it, and the filters of the other', () => {
  const versions = { base: BASE, theirs: { ...BASE, name: 'Vault' }, mine: { ...BASE, filterBar: BAR } }
  const merge = mergeDashboards(versions)
  expect(merge.fields.map(({ field, isConflict }) => [field, isConflict])).toEqual([
    ['name', false],
    ['filterBar', false],
  ])
  expect(mergedDashboard(merge, PRESETS)).toEqual({ ...BASE, name: 'Vault', filterBar: BAR })
})

test('asks when both changed the name, and keeps the chosen one', () => {
  const merge = mergeDashboards({ base: BASE, theirs: { ...BASE, name: 'Vault' }, mine: { ...BASE, name: 'Cave' } })
  expect(merge.fields).toMatchObject([{ field: 'name', isConflict: true, theirs: 'Vault', mine: 'Cave' }])
  expect(mergedDashboard(merge, PRESETS).name).toBe('Cave')
  expect(mergedDashboard(merge, { fields: { name: 'theirs' }, tiles: {} }).name).toBe('Vault')
})

test('finds nothing to merge in equal versions', () => {
  expect(mergeDashboards({ base: BASE, theirs: BASE, mine: BASE })).toMatchObject({ fields: [], tiles: [] })
})
