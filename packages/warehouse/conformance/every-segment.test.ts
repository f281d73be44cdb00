import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReportQuery } from '#contract/reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compileMembers } from '#semantic/compiler/compile-members.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { volume } from '#testkit/lane.ts'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { TODAY } from './generated-values.fixture.ts'
import { winery } from './generated-winery.fixture.ts'
import { type Books, deriveBooks } from './reference/books.ts'
import type { ReferenceSettings } from './reference/winery.ts'
import { evaluateReference, withDefinition } from './reference-evaluator.fixture.ts'

const ZONE = 'America/Los_Angeles'
const WINERIES = volume({ normal: 3, full: 20 })

const any = (of: string, more: object = {}) => ({ of, ...more })

/** Conditions of a segment, on customers unless it says otherwise. */
const SEGMENTS: Readonly<Record<string, object>> = {
  everybody: {},
  'with a column of their own': { filters: [{ columnId: 'state', comparison: 'IsNotNull' }] },
  'by a value that is joined': { filters: [{ columnId: 'lifetimeValue', comparison: 'GreaterThan', value: 20 }] },
  'by any of two': {
    filters: [
      { columnId: 'isClubMember', comparison: 'IsTrue' },
      { columnId: 'isRepeatCustomer', comparison: 'IsTrue' },
    ],
    filterOperator: 'Or',
  },
  'of cells of the RFM grid': {
    dimensionFilters: [{ columnId: 'rfmSegment', values: ['best', 'loyal', 'regular', 'newer', 'lost', 'dormant'] }],
  },
  'by a score': { filters: [{ columnId: 'recencyScore', comparison: 'GreaterThanOrEqual', value: 3 }] },
  'who ordered at least twice': {
    history: [any('Orders', { count: { comparison: 'GreaterThanOrEqual', value: 2 } })],
  },
  'who did not order this year': {
    history: [any('Orders', { dates: 'ThisYear', count: { comparison: 'Equal', value: 0 } })],
  },
  'whose last order was at the till, and who were in a club': {
    history: [any('Orders', { which: 'last', filters: [{ columnId: 'channel', value: 'pos' }] }), any('Memberships')],
  },
  'of a cohort, a month after their first order': {
    reportType: 'CustomerMonths',
    filters: [{ columnId: 'monthsSinceFirstOrder', value: 1 }],
  },
  'of a cohort who have ordered again': {
    reportType: 'CustomerMonths',
    filters: [
      { columnId: 'monthsSinceFirstOrder', comparison: 'GreaterThanOrEqual', value: 1 },
      { columnId: 'hasReturned', comparison: 'IsTrue' },
    ],
  },
  'of members six months after they signed up': {
    reportType: 'MembershipMonths',
    filters: [{ columnId: 'monthsSinceSignup', value: 6 }],
  },
  'of members': { reportType: 'Memberships' },
  'of members who have not canceled': {
    reportType: 'Memberships',
    filters: [{ columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' }],
  },
  'of members who signed up last year and bought since': {
    reportType: 'Memberships',
    relativeDateFilter: { relativeRange: 'LastYear' },
    history: [any('OrderLines')],
  },
}

const settings: ReferenceSettings = {
  timeZone: ZONE,
  weekStart: 'monday',
  fiscalYearStartMonth: 1,
  currency: 'USD',
  today: TODAY,
}

const requestFor = (conditions: object) =>
  withDefinition(
    ReportQuery.parse({
      definition: { reportType: 'Customers', columns: [{ columnId: 'customerId' }], ...conditions },
      pageSize: 500,
    }),
  )

/** In wineries of one service, where an ID is one customer. */
const describeMembers = (openEngine: (accountId: number, duckDb: TestEngine) => Promise<TestEngine>): void => {
  const opened: { books: Books; engine: TestEngine }[] = []
  const sizes = new Map<string, number>()

  beforeAll(async () => {
    const { warehouse } = await testWarehouse({}, afterAll)
    for (const [index, services] of fc.sample(winery, { seed: 20_261_130, numRuns: WINERIES }).entries()) {
      const accountId = index + 1
      const rows = services.get('s1') ?? {}
      const request = { accountId, serviceId: 's1', batchId: 'b', calendar: { timeZone: ZONE }, mode: 'merge' as const }
      await loadBatch(warehouse, request, rows)
      const duckDb = duckDbEngine(async (statement) => (await warehouse.query(accountId, statement)).rows)
      const engine = await openEngine(accountId, duckDb)
      opened.push({ books: deriveBooks(new Map([['s1', rows]]), ZONE), engine })
    }
  })

  test.each(Object.entries(SEGMENTS))('customers %s', async (name, conditions) => {
    for (const { books, engine } of opened) {
      const request = requestFor(conditions)
      const expected = evaluateReference({ books, settings }, request, false)
      if ('refused' in expected) throw new Error(expected.refused)
      const { query } = resolveReport(request, settings)
      const found = await engine.rows(
        compileMembers(query, { dialect: engine.dialect, context: settings, minorUnits: 100 }),
      )
      const people = expected.rows.flatMap(([id]) => (typeof id === 'string' ? [`s1 ${id}`] : []))
      expect(found.map((row) => row.join(' ')).toSorted()).toEqual([...new Set(people)].toSorted())
      sizes.set(name, (sizes.get(name) ?? 0) + found.length)
    }
  })

  test('none of the segments is empty in all wineries', () => {
    expect([...sizes].filter(([, size]) => size === 0)).toEqual([])
    expect(sizes.size).toBe(Object.keys(SEGMENTS).length)
  })
}

describeMembers(async (_accountId, duckDb) => duckDb)

onClickHouse('members of segments in ClickHouse', () => {
  let copied: ClickHouse
  beforeAll(async () => {
    copied = await openClickHouse()
  })
  afterAll(() => copied.close())
  describeMembers((accountId, duckDb) => copied.copy(accountId, duckDb.rows))
})
