import { describe, expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { listed, nextSort, reportTypeLabel } from './report-list.ts'

const report = (name: string, reportType: string, updatedDateUtc: string): SavedReport => ({
  ...ReportDefinition.parse({ reportType, columns: [{ columnId: 'netSales' }], name }),
  id: name,
  accountId: 1,
  createdBy: 'u',
  createdByName: 'Ada Vine',
  createdDateUtc: updatedDateUtc,
  updatedDateUtc,
  isPublic: false,
  isOwn: true,
  version: 1,
})

const reports = [
  report('Brands', 'OrderLines', '2026-03-01T00:00:00Z'),
  report('Clubs', 'Memberships', '2026-03-03T00:00:00Z'),
  report('Aged stock', 'Inventory', '2026-03-02T00:00:00Z'),
]
const names = (search: string, key: 'name' | 'updatedDateUtc' = 'name', direction: 'asc' | 'desc' = 'asc') =>
  listed(reports, search, { key, direction }).map(({ name }) => name)

describe('report list', () => {
  test.each([
    ['', ['Aged stock', 'Brands', 'Clubs']],
    ['brand', ['Brands']],
    ['ORDER lines', ['Brands']],
    ['ada stock', ['Aged stock']],
    ['nothing', []],
  ])('searching for %j finds %j', (search, expected) => expect(names(search)).toEqual(expected))

  test('sorts as requested', () => {
    expect(names('', 'updatedDateUtc', 'desc')).toEqual(['Clubs', 'Aged stock', 'Brands'])
    expect(names('', 'name', 'desc')).toEqual(['Clubs', 'Brands', 'Aged stock'])
  })

  test('sorting by the same column again reverses the order; another column has its own default', () => {
    expect(nextSort({ key: 'name', direction: 'asc' }, 'name')).toEqual({ key: 'name', direction: 'desc' })
    expect(nextSort({ key: 'name', direction: 'asc' }, 'updatedDateUtc').direction).toBe('desc')
    expect(nextSort({ key: 'updatedDateUtc', direction: 'desc' }, 'name').direction).toBe('asc')
  })
})

test('shows types in words', () => {
  expect(['Orders', 'OrderLines', 'ClubReleases'].map(reportTypeLabel)).toEqual([
    'Orders',
    'Order lines',
    'Club releases',
  ])
})
