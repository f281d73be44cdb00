import { beforeAll, expect, test } from 'vitest'
import { Lineage, ReportResult } from '#contract/reports.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { readSheet } from './export/read-sheet.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 11, orders: 300 })
})

const post = (path: string, body: object) => t.call('POST', path, { token: owner.token, body })

const listOf = (history: readonly object[]) => ({
  reportType: 'Customers',
  columns: [{ columnId: 'customerId' }],
  history,
})

const answer = async (definition: object): Promise<ReportResult> =>
  ReportResult.parse((await post('/reports/query', { definition, pageSize: 500 })).json())

const countOf = async (history: readonly object[]): Promise<number> => (await answer(listOf(history))).rowCount

test('the lineage and the file of a number say whom it is about', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'netSales' }],
    groupColumns: ['channel'],
    history: [{ of: 'Reservations', dates: 'Last365Days', count: { comparison: 'Equal', value: 0 } }],
  }
  const lineage = await post('/reports/explain', { definition, cell: { measure: 'netSales' } })
  const { filters } = Lineage.parse(lineage.json())
  expect(filters).toEqual([
    expect.objectContaining({
      columnId: 'history',
      sentence: expect.stringMatching(/^who didn’t have a reservation during /),
    }),
  ])
  const { rawPayload } = await post('/reports/export', { definition, format: 'xlsx' })
  const about = readSheet(rawPayload, 2).flat()
  expect(about.map(({ value }) => value)).toContain(`People ${filters[0]?.sentence}`)
})

test('a saved definition keeps its conditions, and a wrong one names its field', async () => {
  const history = [
    { of: 'Orders', which: 'last', filters: [{ columnId: 'channel', value: 'web' }], dates: '2025-01-01/' },
  ]
  const saved = await post('/reports', { ...listOf(history), name: 'Last on the web' })
  expect(saved.statusCode).toBe(201)
  const { rowCount } = await answer({ id: saved.json().id })
  expect(rowCount).toBe(await countOf(history))
  const wrong = listOf([{ of: 'Orders' }, { of: 'Orders', filters: [{ columnId: 'channel', value: 'shop' }] }])
  const refused = await post('/reports/query', { definition: wrong })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [expect.objectContaining({ code: 'report.invalid', field: 'history[1].filters[0].value' })],
  ])
})
