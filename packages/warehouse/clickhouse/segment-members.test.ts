import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { type Batch, type BatchLeaving, loadBatch } from '../duckdb/load-batch.fixture.ts'
import { customerRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { LoadRequest, Warehouse } from '../engine.ts'
import { everyRow } from './every-row.fixture.ts'

const customers = (...ids: readonly string[]): Batch => ({
  customers: ids.map((source_id) => customerRow({ source_id, name: source_id, email: `${source_id}@x.test` })),
})

const describeUpdates = (open: () => Promise<Warehouse>): void => {
  let warehouse: Warehouse
  let accountId = 0
  beforeAll(async () => {
    warehouse = await open()
  })

  /** An account with customers `ann`, `ben` and `cat` of service `s1`. */
  const newAccount = async () => {
    accountId += 1
    const id = accountId
    let loads = 0
    const load = (batch: Batch, request: Partial<LoadRequest> = {}, leaving: BatchLeaving = {}) => {
      loads += 1
      const shared = { accountId: id, serviceId: 's1', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
      return loadBatch(warehouse, { ...shared, batchId: `b${loads}`, ...request }, batch, leaving)
    }
    await load(customers('ann', 'ben', 'cat'))
    /** Segments by their members; those named in `fresh` are new. */
    const update = (
      day: string,
      segments: Readonly<Record<string, readonly string[]>>,
      fresh: readonly string[] = [],
    ) =>
      warehouse.updateSegments(id, {
        day,
        segments: Object.entries(segments).map(([segment, people]) => ({
          id: segment,
          isNew: fresh.includes(segment),
          members: (dialect) => ({
            sql: `SELECT service_id, source_id AS person_id FROM ${dialect.table('customers')} AS c WHERE source_id IN (${['-', ...people].map((_, index) => dialect.placeholder(index + 1, 'text')).join(', ')})`,
            params: ['-', ...people],
          }),
        })),
      })
    const stays = async () => {
      const { segment_members } = await everyRow(warehouse, id)
      return segment_members
        .map((row) => `${row.segment_id} ${row.person_id} ${row.since}${row.from_start ? '*' : ''}-${row.until ?? ''}`)
        .toSorted()
    }
    return { id, load, update, stays }
  }

  test('people enter and leave on the days on which they began and ceased to meet the conditions', async () => {
    const { update, stays } = await newAccount()
    expect(await update('2026-05-01', { a: ['ann', 'ben'] }, ['a'])).toMatchObject({ changed: true })
    expect(await update('2026-05-02', { a: ['ann', 'ben'] })).toMatchObject({ changed: false })
    await update('2026-05-03', { a: ['ben', 'cat'], b: ['ann'] }, ['b'])
    await update('2026-05-09', { a: ['ann', 'ben'], b: ['ann'] })
    expect(await stays()).toEqual([
      'a ann 2026-05-01*-2026-05-03',
      'a ann 2026-05-09-',
      'a ben 2026-05-01*-',
      'a cat 2026-05-03-2026-05-09',
      'b ann 2026-05-03*-',
    ])
  })

  test('what is undone on the same day leaves no trace', async () => {
    const { update, stays } = await newAccount()
    await update('2026-05-01', { a: ['ann', 'ben'] }, ['a'])
    await update('2026-05-02', { a: ['ben', 'cat'] })
    await update('2026-05-02', { a: ['ann', 'ben'] })
    expect(await stays()).toEqual(['a ann 2026-05-01*-', 'a ben 2026-05-01*-'])
    await update('2026-05-02', { a: ['ann', 'ben', 'cat'] })
    expect(await update('2026-05-02', { a: ['ann', 'ben', 'cat'] })).toMatchObject({ changed: false })
    expect(await stays()).toContain('a cat 2026-05-02-')
  })

  test('a deleted segment leaves nothing, and an empty one is no other', async () => {
    const { update, stays } = await newAccount()
    await update('2026-05-01', { a: ['ann'], b: [] }, ['a', 'b'])
    await update('2026-05-02', { b: ['ben'] })
    expect(await stays()).toEqual(['b ben 2026-05-02-'])
    await update('2026-05-03', {})
    expect(await stays()).toEqual([])
  })

  test('people who are erased or joined to another record are erased from segments', async () => {
    const { load, update, stays } = await newAccount()
    await update('2026-05-01', { a: ['ann', 'ben', 'cat'] }, ['a'])
    await load({}, {}, { remove: { customers: ['ben'] } })
    // a record of the same person with a birth date stands for both
    await load({
      customers: [customerRow({ source_id: 'zoe', name: 'cat', email: 'cat@x.test', birth: '1980-01-01' })],
    })
    await update('2026-05-02', { a: ['ann', 'zoe'] })
    expect(await stays()).toEqual(['a ann 2026-05-01*-', 'a zoe 2026-05-02-'])
  })

  test('a deleted service takes its people with it', async () => {
    const { id, load, update, stays } = await newAccount()
    await load({ customers: [customerRow({ source_id: 'dan', name: 'dan' })] }, { serviceId: 's2' })
    await update('2026-05-01', { a: ['ann', 'dan'] }, ['a'])
    await warehouse.removeService(id, 's1')
    expect(await stays()).toEqual(['a dan 2026-05-01*-'])
  })

  test('a load changes no members, and a change of the time zone no days', async () => {
    const { id, load, update, stays } = await newAccount()
    await update('2026-05-01', { a: ['ann'] }, ['a'])
    await load({ orders: [orderRow({ customer_source_id: 'ann' })] })
    await warehouse.changeCalendar(id, { timeZone: 'Asia/Tokyo' })
    expect(await stays()).toEqual(['a ann 2026-05-01*-'])
  })
}

describe('segments in DuckDB', () => {
  describeUpdates(async () => (await testWarehouse({}, afterAll)).warehouse)

  test('an account without rows has none', async () => {
    const { warehouse } = await testWarehouse()
    const members = { sql: 'SELECT 1 AS service_id, 1 AS person_id', params: [] }
    const update = { day: '2026-05-01', segments: [{ id: 'a', isNew: true, members }] }
    expect(await warehouse.updateSegments(1, update)).toMatchObject({ changed: false, dataVersion: 0 })
  })

  test('an id that needs escaping is rejected', async () => {
    const { warehouse, load } = await testWarehouse()
    await load(customers('ann'))
    const members = { sql: 'SELECT service_id, source_id AS person_id FROM customers', params: [] }
    const update = { day: '2026-05-01', segments: [{ id: "a'", isNew: true, members }] }
    await expect(warehouse.updateSegments(1, update)).rejects.toThrow()
  })
})

onClickHouse('segments in ClickHouse', () => {
  describeUpdates(async () => {
    const clickHouse = await testClickHouse({ accounts: 10 })
    afterAll(() => clickHouse.close())
    return clickHouse.warehouse
  })
})
