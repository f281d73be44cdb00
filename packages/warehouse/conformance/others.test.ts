import { expect, test } from 'vitest'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openEngines } from './engines-filled.fixture.ts'
import { asking } from './loaded-winery.fixture.ts'

const stock = (sku: string, available: number) => ({
  source_id: sku,
  source_updated: null,
  time_basis: 'utc' as const,
  sku,
  product_title: null,
  location: null,
  on_hand: available,
  reserved: null,
  allocated: null,
  available,
})

const calendar = { today: '2026-06-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' } as const

onClickHouse('all others of a list', () => {
  test('of stock without a location are those beyond the rows shown', async () => {
    const engines = await openEngines({ inventory: [stock('A', 10), stock('B', 4), stock('C', 1)] })
    const list = { ...asking({ reportType: 'Inventory', ask: ['sku', 'available'] }), top: 1 }
    const sorted = { ...list, sort: [{ column: 1, direction: 'desc' as const }] }
    const rows = engines.map(({ dialect, rows: read }) =>
      read(compileOthers(sorted, { dialect, context: calendar, minorUnits: 100 })),
    )
    expect(await Promise.all(rows)).toEqual([[[null, 5]], [[null, 5]]])
  })
})
