import { beforeAll, describe, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { PAGES } from '#reports/navigation.ts'
import { sample } from '#testkit/lane.ts'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const slugs = REPORTS.map(({ group, slug }) => `${group}/${slug}`)
let owner: Member

beforeAll(async () => {
  owner = await registerWinery(t, { seed: 9, orders: 800 })
})

const runReport = (body: object, token = owner.token) => t.call('POST', '/reports/query', { token, body })
const answer = async (body: object): Promise<ReportResult> => ReportResult.parse((await runReport(body)).json())

describe('security 25: a built-in report by name', () => {
  // One account for all plans: what a smaller one includes is answered from the cache.
  let reader: Member
  beforeAll(async () => {
    reader = await t.register()
  })

  test.each(['Micro', 'Boutique', 'Estate'] as const)(
    'returns 402 on %s exactly when the plan lacks its page',
    async (plan) => {
      const { token } = reader
      await t.setAccount(reader, { account_type: plan })
      for (const { group, slug, path } of REPORTS) {
        const accountTypes = PAGES.get(path)?.accountTypes ?? null
        const definition = { builtin: `${group}/${slug}` }
        const response = await runReport({ definition }, token)
        const isIn = accountTypes === null || accountTypes.includes(plan)
        expect([slug, response.statusCode]).toEqual([slug, isIn ? 200 : 402])
        if (isIn) continue
        const [error] = response.json().errors
        expect(error.code).toBe('account.not_in_plan')
        for (const name of [plan, ...(accountTypes ?? [])]) expect(error.message).toContain(name)
      }
    },
  )

  test('leaves the same definition open to every plan, as a report of one’s own: inline, saved, copied and exported', async () => {
    const { token } = reader
    await t.setAccount(reader, { account_type: 'Micro' })
    const gated = REPORTS.filter(({ path }) => (PAGES.get(path)?.accountTypes ?? null) !== null)
    expect(gated.length).toBeGreaterThan(0)
    for (const { slug, definition } of sample(gated, 3)) {
      const own = { ...definition, requiresFilter: false }
      expect([slug, (await runReport({ definition: own }, token)).statusCode]).toEqual([slug, 200])
      const saved = await t.call('POST', '/reports', { token, body: { ...own, name: slug, isPublic: false } })
      expect([slug, saved.statusCode]).toEqual([slug, 201])
      const copy = await t.call('POST', `/reports/${saved.json().id}/copy`, { token })
      for (const { id } of [saved.json(), copy.json()])
        expect([slug, (await runReport({ definition: { id } }, token)).statusCode]).toEqual([slug, 200])
      const file = await t.call('POST', '/reports/export', { token, body: { definition: own, format: 'csv' } })
      expect([slug, file.statusCode]).toEqual([slug, 200])
    }
  })

  test('requires the same access for contributing records and lineage', async () => {
    const { token } = reader
    await t.setAccount(reader, { account_type: 'Micro' })
    const body = { definition: { builtin: 'orders/by-brand' }, cell: { measure: 'netSales' } }
    for (const path of ['/reports/drill', '/reports/explain'])
      expect((await t.call('POST', path, { token, body })).statusCode).toBe(402)
  })

  test('returns 404 when it is unknown', async () => {
    for (const builtin of ['orders/nothing', 'by-brand', '', 'constructor'])
      expect([builtin, (await runReport({ definition: { builtin } })).statusCode]).toEqual([builtin, 404])
  })
})

describe('a conditional request', () => {
  test.each(sample(slugs, 6))('answers 304 for %s until the data changes', async (builtin) => {
    const definition = { builtin }
    const { etag } = await answer({ definition })
    expect((await runReport({ definition, known: etag })).json()).toEqual({ id: 'report', unchanged: true })
    expect((await answer({ definition, known: etag, page: 2 })).etag).not.toBe(etag)
  })

  test('answers 304 for a saved report until it is changed', async () => {
    const report = {
      name: 'Channels',
      reportType: 'Orders',
      columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
      groupColumns: ['channel'],
    }
    const { id } = (await t.call('POST', '/reports', { token: owner.token, body: report })).json()
    const definition = { id }
    const { etag } = await answer({ definition })
    expect((await runReport({ definition, known: etag })).json()).toMatchObject({ unchanged: true })
    await t.call('PUT', `/reports/${id}`, { token: owner.token, body: { ...report, top: 2 } })
    const after = await answer({ definition, known: etag })
    expect(after.etag).not.toBe(etag)
    expect(after.rows).toHaveLength(2)
  })
})

test('requires a range for a built-in report with its own default range', async () => {
  const report = REPORTS.find(({ slug }) => slug === 'sales-trends')
  const named = await answer({ definition: { builtin: 'sales/sales-trends' } })
  const alone = await answer({ definition: { ...report?.definition } })
  expect(named.range).toMatchObject({ from: '2024-01-01', until: '2027-01-01' })
  expect(alone.range).toBeNull()
  expect(alone.etag).not.toBe(named.etag)
})

test('exports the same rows as on screen for a report with its own default range', async () => {
  const definition = { builtin: 'sales/sales-trends' }
  const { pivot } = await answer({ definition })
  const { body } = await t.call('POST', '/reports/export', {
    token: owner.token,
    body: { definition, format: 'csv', details: true },
  })
  expect(body).toContain('2024-01-01 to 2026-12-31')
  expect(body).toContain(`Rows: ${pivot?.rows.length}`)
})

describe('overrides of a built-in report', () => {
  test('show all lines of one order regardless of its date', async () => {
    const oldest = await answer({
      definition: { builtin: 'orders/list' },
      relativeDate: 'OrderDate-None',
      sort: [{ columnId: 'orderDate' }],
      pageSize: 1,
    })
    const [[orderId = null] = []] = oldest.rows
    const filters = [{ columnId: 'orderId', value: orderId }]
    const { rows, range } = await answer({
      definition: { builtin: 'orders/order-detail' },
      relativeDate: 'OrderDate-None',
      filters,
    })
    expect(range).toBeNull()
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set([orderId]))
  })
})
