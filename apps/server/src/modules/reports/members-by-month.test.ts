import { beforeAll, expect, test } from 'vitest'
import { DrillResult, ReportResult } from '#contract/reports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { membershipRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

/** When each member joined and left, null: still one. */
const MEMBERS: readonly (readonly [joined: string, left: string | null])[] = [
  ['2025-11-05', null],
  ['2026-01-10', null],
  ['2026-01-20', '2026-02-15'],
  ['2026-02-02', null],
  ['2026-03-31', '2026-03-31'],
]

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await t.load(owner.accountId, {
    memberships: MEMBERS.map(([joined, left], index) =>
      membershipRow({
        source_id: String(index),
        status: left === null ? 'active' : 'cancelled',
        signup: Date.parse(`${joined}T20:00:00Z`),
        cancelled: left === null ? null : Date.parse(`${left}T21:00:00Z`),
      }),
    ),
  })
})

const definition = {
  reportType: 'Memberships',
  columns: ['asOfMonth', 'activeMembers', 'signups', 'cancellations'].map((columnId) => ({ columnId })),
  groupColumns: ['asOfMonth'],
  orderColumns: [{ columnId: 'asOfMonth' }],
}
const quarter = { from: '2026-01-01', until: '2026-04-01' }

const post = (path: string, body: object) => t.call('POST', path, { token: owner.token, body })

test('each month has who was a member at its end, and who joined and left in it', async () => {
  const { rows, totals } = ReportResult.parse((await post('/reports/query', { definition, ...quarter })).json())
  expect(rows).toEqual([
    ['2026-01', 3, 2, 0],
    ['2026-02', 3, 1, 1],
    ['2026-03', 3, 1, 1],
  ])
  expect(totals).toEqual([null, 3, 4, 2])
})

test('a range that begins within a month has the rest of it', async () => {
  const { rows } = ReportResult.parse(
    (await post('/reports/query', { definition, from: '2026-01-15', until: '2026-02-10' })).json(),
  )
  expect(rows).toEqual([
    ['2026-01', 3, 1, 0],
    ['2026-02', 4, 1, 0],
  ])
})

test('the members on a day are all who are there then, and not only who joined then', async () => {
  const onDay = {
    ...definition,
    columns: [{ columnId: 'activeMembers', aggregation: 'Sum' }],
    groupColumns: [],
    orderColumns: [],
  }
  const day = { from: '2026-02-10', until: '2026-02-11' }
  const { rows, totals } = ReportResult.parse((await post('/reports/query', { definition: onDay, ...day })).json())
  expect([rows, totals]).toEqual([[[4]], [4]])
  const drilled = await post('/reports/drill', {
    definition: onDay,
    ...day,
    cell: { row: {}, measure: 'activeMembers', aggregation: 'Sum' },
  })
  expect(DrillResult.parse(drilled.json()).proof).toMatchObject({ matches: true, cell: 4 })
})

test.each([
  ['activeMembers', '2026-02', 3],
  ['signups', '2026-01', 2],
  ['cancellations', '2026-03', 1],
])('the %s of %s are proved by their records', async (measure, month, count) => {
  const cell = { row: { asOfMonth: month }, measure }
  const response = await post('/reports/drill', { definition, ...quarter, cell })
  const { proof, rows } = DrillResult.parse(response.json())
  expect([proof.matches, proof.cell, rows.length]).toEqual([true, count, count])
})

test('without dates, the months add up to the total', async () => {
  const { rows, totals } = ReportResult.parse((await post('/reports/query', { definition, pageSize: 500 })).json())
  const sumOf = (at: number): number => rows.reduce((sum, row) => sum + Number(row[at]), 0)
  expect([rows[0]?.[0], sumOf(2), sumOf(3)]).toEqual(['2025-11', 5, 2])
  expect(totals.slice(2)).toEqual([5, 2])
})
