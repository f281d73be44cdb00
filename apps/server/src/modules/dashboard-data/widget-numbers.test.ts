import { beforeAll, describe, expect, test } from 'vitest'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import { sample, volume } from '#testkit/lane.ts'
import { loadChunks } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import {
  AVG_ORDER,
  CLUB_SIGNUP,
  CUSTOMER_LTV,
  clubMemberCount,
  MEMBER_CANCELLATION,
  membersAt,
  orderMetrics,
  sales,
  salesSummary,
  TASTING_EXPERIENCE,
} from './hand-written-sql.fixture.ts'
import { DAY, type Line, MONTH, PERIODS, TODAY, TOMORROW, tileNumbers, WEEK, zone } from './tile-numbers.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { tile, queryReference, expectTile } = tileNumbers(t)

describe('on the sample winery', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await t.register(zone)
    await loadChunks(
      t,
      owner,
      generateSampleWinery({ seed: 7, today: TODAY, orders: volume({ normal: 2_500, full: 5_000 }), currency: 'USD' }),
    )
  })

  test.each(PERIODS)(
    'sales and order metrics %s match the reference SQL, also for the elapsed part of the previous period',
    async (periodType, from, before, beforeUntil, bucket) => {
      const props = { periodType, compareLastPeriod: true }
      for (const clubs of [true, false]) {
        const line = await tile(owner, 'sales', props, clubs)
        expect(line.range).toMatchObject({ from, until: TOMORROW, partial: true })
        expect(line.compareRange).toMatchObject({ from: before, until: beforeUntil })
        await expectTile(owner, line, sales(bucket), clubs)
        await expectTile(owner, await tile(owner, 'orderMetrics', props, clubs), orderMetrics(bucket), clubs)
        await expectTile(owner, await tile(owner, 'avgOrder', props, clubs), AVG_ORDER, clubs)
      }
      await expectTile(owner, await tile(owner, 'memberCancellation', props), MEMBER_CANCELLATION)
    },
  )

  test('the sales summary compares the fiscal year to date with the previous one', async () => {
    const line = await tile(owner, 'salesSummary')
    expect(line.compareRange).toMatchObject({ from: '2025-01-01', until: '2025-06-18' })
    await expectTile(owner, line, salesSummary(MONTH))
  })

  test.each(sample(['Today', 'ThisMonth', 'LastMonth', 'Last90Days', 'LastYear'], 3))(
    'tastings and signups of %s',
    async (dateRange) => {
      const props = { dateRange, compareLastPeriod: true }
      await expectTile(owner, await tile(owner, 'clubSignup', props), CLUB_SIGNUP)
      await expectTile(owner, await tile(owner, 'tastingExperience', props), TASTING_EXPERIENCE)
    },
  )

  test.each(['club', 'status'] as const)(
    'members by %s, and at the end of each of twelve months',
    async (aggregation) => {
      const line = await tile(owner, 'clubMemberCount', { aggregation })
      await expectTile(owner, line, clubMemberCount(aggregation))
      const trend = line.data.trend?.rows ?? []
      expect(trend).toHaveLength(12)
      expect(trend.at(-1)).toEqual(['2026-06', line.data.kpis[0]?.value])
      for (const [month, members] of trend.slice(0, -1)) {
        const lastDay = `${month}-${new Date(Date.UTC(Number(String(month).slice(0, 4)), Number(String(month).slice(5)), 0)).getUTCDate()}`
        expect([[members]]).toEqual(await queryReference(owner, membersAt(lastDay)))
      }
    },
  )

  test.each([true, false])('lifetime values with club orders: %s', async (clubs) => {
    await expectTile(owner, await tile(owner, 'customerLTV', {}, clubs), CUSTOMER_LTV, clubs)
  })

  const WEEKEND = { from: '2026-06-13', until: '2026-06-15', compare: 'sameWeekdays' }
  const is = (columnId: string, values: readonly unknown[], exclude = false) => ({ columnId, values, exclude })

  test.each([
    ['any of two channels', [is('channel', ['pos', 'web'])], "channel IN ('pos', 'web')"],
    ['none of a channel', [is('Channel', ['pos'], true)], "channel IS DISTINCT FROM 'pos'"],
    [
      'blank or a value',
      [is('teamMember', [null, 'Ana Prieto'])],
      "(team_member IS NULL OR team_member = 'Ana Prieto')",
    ],
    [
      'two dimensions at once',
      [is('channel', ['pos', 'phone']), is('orderHour', ['11', 14, 15])],
      "channel IN ('pos', 'phone') AND EXTRACT(hour FROM ordered_local) IN (11, 14, 15)",
    ],
  ])(
    'the filter bar limits every order tile to %s, over its dates and the same weekdays last year',
    async (_, dimensionFilters, where) => {
      const bar = { ...WEEKEND, dimensionFilters }
      for (const [type, reference] of [
        ['sales', sales(DAY)],
        ['orderMetrics', orderMetrics(DAY)],
        ['avgOrder', AVG_ORDER],
        ['salesSummary', salesSummary(DAY)],
      ] as const) {
        const line = await tile(owner, type, { periodType: 'ytd' }, true, bar)
        expect(line).toMatchObject({
          range: { from: '2026-06-13', until: '2026-06-15' },
          compareRange: { from: '2025-06-14', until: '2025-06-16' },
        })
        expect(line.notApplied).toBeUndefined()
        await expectTile(owner, line, reference, { where })
      }
    },
  )

  test.each([
    ['Last7Days', DAY],
    ['LastQuarter', WEEK],
    ['Last365Days', MONTH],
  ])('over %s of the bar, sales are drawn by buckets that fit its length', async (range, bucket) => {
    await expectTile(owner, await tile(owner, 'sales', { periodType: 'wtd' }, false, { range }), sales(bucket), false)
  })

  test.each([
    [{ range: 'ThisMonth' }, DAY],
    [{ from: '2026-04-20', until: '2026-06-15' }, WEEK],
    [{ range: 'Last90Days' }, MONTH],
  ])('over %j of the bar, the sales summary has more than two bars', async (bar, bucket) => {
    await expectTile(owner, await tile(owner, 'salesSummary', {}, true, bar), salesSummary(bucket))
  })

  test('a tile that keeps its own dates still follows the other filters', async () => {
    const props = { periodType: 'mtd', compareLastPeriod: true, keepsOwnDates: true }
    const line = await tile(owner, 'sales', props, true, { ...WEEKEND, dimensionFilters: [is('channel', ['web'])] })
    expect(line).toMatchObject({ range: { from: '2026-06-01' }, compareRange: { from: '2026-05-01' } })
    await expectTile(owner, line, sales(DAY), { where: "channel = 'web'" })
  })

  test.each([
    ['clubSignup', ['Sales channel'], CLUB_SIGNUP],
    ['tastingExperience', ['Sales channel'], TASTING_EXPERIENCE],
    ['memberCancellation', ['Sales channel'], MEMBER_CANCELLATION],
    ['clubMemberCount', ['Dates', 'Comparison', 'Sales channel'], clubMemberCount('club')],
    ['customerLTV', ['Dates', 'Comparison', 'Sales channel'], CUSTOMER_LTV],
  ])('%s says that it cannot apply %j, and shows its numbers without them', async (type, labels, reference) => {
    const line = await tile(owner, type, {}, true, { ...WEEKEND, dimensionFilters: [is('channel', ['web'])] })
    expect(line.notApplied?.map(({ label }) => label)).toEqual(labels)
    await expectTile(owner, line, reference)
  })

  test('what a tile cannot apply is said again when its numbers are unchanged', async () => {
    const ask = async (filterBar: object, known = {}) => {
      const body = { widgets: [{ id: 'w', type: 'customerLTV', props: {} }], filterBar, known }
      return JSON.parse((await t.call('POST', '/dashboards/data', { token: owner.token, body })).body)
    }
    const { etag } = await ask({})
    const line = await ask({ range: 'Today' }, { w: etag })
    expect(line).toEqual({ id: 'w', unchanged: true, notApplied: [{ label: 'Dates', reason: expect.any(String) }] })
  })

  test.each([
    [
      'an unknown column',
      { dimensionFilters: [is('shoeSize', ['9'])] },
      'filterBar.dimensionFilters[0].columnId',
      'shoeSize',
    ],
    ['a measure', { dimensionFilters: [is('netSales', [1])] }, 'filterBar.dimensionFilters[0].columnId', 'netSales'],
    [
      'an unknown channel',
      { dimensionFilters: [is('channel', ['web', 'fax'])] },
      'filterBar.dimensionFilters[0].values[1]',
      'fax',
    ],
    [
      'an hour that is no number',
      { dimensionFilters: [is('orderHour', ['noon'])] },
      'filterBar.dimensionFilters[0].values[0]',
      'noon',
    ],
    ['an unknown range', { range: 'LastFortnight' }, 'filterBar.range', ''],
    ['reversed days', { from: '2026-02-01', until: '2026-01-01' }, 'filterBar.until', 'until'],
    ['an unknown part', { colour: 'red' }, 'filterBar', 'unknown field'],
  ])('refuses %s by name', async (_, filterBar, field, named) => {
    const body = { filterBar, widgets: [{ id: 'w', type: 'sales' }] }
    const response = await t.call('POST', '/dashboards/data', { token: owner.token, body })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(named) }),
    ])
  })

  test('the lineage of a tile’s number has the filters of the bar, and its records prove it', async () => {
    const filterBar = { ...WEEKEND, dimensionFilters: [is('channel', ['pos', 'web'])] }
    const request = { widget: { type: 'sales' }, filterBar, cell: { measure: 'netSales' } }
    const lineage = (await t.call('POST', '/reports/explain', { token: owner.token, body: request })).json()
    const line = await tile(owner, 'sales', {}, true, filterBar)
    expect(lineage.value).toBe(line.data.kpis[0]?.value)
    expect(lineage.proof.matches).toBe(true)
    expect(lineage.range).toMatchObject({ from: '2026-06-13', until: '2026-06-15' })
    expect(lineage.filters.map(({ label, value }: { label: string; value: string }) => [label, value])).toEqual([
      ['Sales channel', 'pos'],
      ['Sales channel', 'web'],
    ])
  })

  test('the logo tile shows the account name', async () => {
    const { data, range } = await tile(owner, 'logo')
    expect(data.account?.name).toMatch(/^Winery/)
    expect(range).toBeNull()
  })
})

test('returns an error for an unknown widget and results for the others', async () => {
  const member = await t.register(zone)
  const body = {
    widgets: [
      { id: 'a', type: 'crystalBall', props: {} },
      { id: 'b', type: 'sales', props: { periodType: 7 } },
    ],
  }
  const response = await t.call('POST', '/dashboards/data', { token: member.token, body })
  const lines = response.body
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
  expect(lines.find(({ id }) => id === 'a')?.error?.code).toBe('widget.unknown_type')
  expect(lines.find(({ id }) => id === 'b')?.data.kpis).toHaveLength(1)
})
