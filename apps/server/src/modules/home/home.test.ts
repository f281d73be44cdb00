import { beforeAll, describe, expect, test } from 'vitest'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import type { HomeAction, HomeLine, HomeNumber, HomeSetup, HomeSummary } from '#contract/home.ts'
import type { Lineage } from '#contract/reports.ts'
import { DEFAULT_HOME_KPIS, HOME_PERIODS, type HomePeriod } from '#domain/home.ts'
import type { AccountType } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'
import { TASTING_EXPERIENCE } from '#server/modules/dashboard-data/hand-written-sql.fixture.ts'
import { TODAY, tileNumbers, zone } from '#server/modules/dashboard-data/tile-numbers.fixture.ts'
import { answered } from '#testkit/answered-number.ts'
import { loadChunks } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

// Today is Wednesday, June 17, 2026.
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { queryReference } = tileNumbers(t)

const linesOf = async ({ token }: Pick<Member, 'token'>, period?: HomePeriod): Promise<HomeLine[]> => {
  const response = await t.call('POST', '/home/data', { token, body: period ? { period } : {} })
  expect(response.statusCode).toBe(200)
  return response.body === ''
    ? []
    : response.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
}

const isSummary = (line: HomeLine): line is HomeSummary => line.kind === 'summary'
const isAction = (line: HomeLine): line is HomeAction => line.kind === 'action'
const isSetup = (line: HomeLine): line is HomeSetup => line.kind === 'setup'

const summaryOf = async (member: Pick<Member, 'token'>, period: HomePeriod): Promise<HomeSummary> => {
  const found = (await linesOf(member, period)).find(isSummary)
  if (found === undefined) throw new Error('No summary')
  return found
}

const textOf = ({ sentence }: HomeSummary): string => sentence.map(({ text }) => text).join('')

const load = async (member: Member, orders: readonly (readonly [day: string, channel: string, cents: number])[]) => {
  const rows = orders.map(([day, channel, cents], at) => ({
    order: orderRow({
      source_id: `o${at}`,
      order_number: `o${at}`,
      channel: channel === 'pos' || channel === 'club' ? channel : 'web',
      time_basis: 'local',
      ordered: day.includes(' ') ? `${day}:00` : `${day} 12:00:00`,
      subtotal: cents,
      total: cents,
      is_refund: cents < 0,
    }),
    line: lineRow({ source_id: `o${at}/1`, order_source_id: `o${at}`, amount: cents, quantity: cents < 0 ? -1 : 1 }),
  }))
  await t.load(member.accountId, {
    orders: rows.map(({ order }) => order),
    order_lines: rows.map(({ line }) => line),
  })
}

/** Net sales in dollars of paid orders, by SQL over the stored rows. */
const NET_SALES = `SELECT COALESCE(SUM(l.amount), 0) / 100.0 FROM order_lines l
  JOIN orders o ON o.service_id = l.service_id AND o.source_id = l.order_source_id
  WHERE o.payment_status = 'paid' AND l.item_kind <> 'gift_card'
    AND o.ordered_local >= DATE '$from' AND o.ordered_local < DATE '$until' AND `

const SENTENCE_SQL: Readonly<Record<string, string>> = {
  sales: `${NET_SALES} o.channel <> 'club'`,
  tastingRoom: `${NET_SALES} o.channel = 'pos'`,
  web: `${NET_SALES} o.channel = 'web'`,
  club: `${NET_SALES} o.channel = 'club'`,
}

const DAYS: Readonly<Record<HomePeriod, readonly [from: string, until: string, before: string, beforeUntil: string]>> =
  {
    today: [TODAY, '2026-06-18', '2025-06-18', '2025-06-19'],
    weekend: ['2026-06-13', '2026-06-15', '2025-06-14', '2025-06-16'],
    week: ['2026-06-15', '2026-06-18', '2025-06-16', '2025-06-19'],
    month: ['2026-06-01', '2026-06-18', '2025-06-01', '2025-06-18'],
  }

/** Local hour at which the data is loaded. */
const NOON = 12

describe('on the sample winery', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await t.register(zone)
    await loadChunks(t, owner, generateSampleWinery({ seed: 7, today: TODAY, orders: 2_500, currency: 'USD' }))
  })

  test.each(HOME_PERIODS)('every number of %s matches the reference SQL, as does last year', async (period) => {
    const [from, until, before, beforeUntil] = DAYS[period]
    const summary = await summaryOf(owner, period)
    expect(summary.range).toMatchObject({ from, until })
    expect(summary.compareRange).toMatchObject({ from: before, until: beforeUntil })
    const expected = async (sql: string, index: number, format: string) => {
      const [now = []] = await queryReference(owner, sql, { from, until })
      const [then = []] = await queryReference(owner, sql, { from: before, until: beforeUntil })
      return { value: answered(now[index], format), previous: answered(then[index], format) }
    }
    for (const [name, sql] of Object.entries(SENTENCE_SQL))
      expect([name, summary.numbers[name]]).toMatchObject([name, await expected(sql, 0, 'currency')])
    const guests = await expected(TASTING_EXPERIENCE.kpis, 0, 'integer')
    const conversion = await expected(TASTING_EXPERIENCE.kpis, 2, 'percent')
    expect(summary.numbers).toMatchObject({ guests, signupConversion: conversion })
    expect(summary.kpis.map(({ label, value }) => [label, value])).toEqual([
      ['Tasting room net sales', summary.numbers.tastingRoom?.value],
      ['Guests', guests.value],
      ['Signup conversion', conversion.value],
      ['Non-club net sales', summary.numbers.sales?.value],
    ])
  })

  test.each(['weekend', 'today'] as const)(
    'the lineage of each number of %s answers it, for both ranges',
    async (name) => {
      const { numbers, kpis } = await summaryOf(owner, name)
      for (const number of [...Object.values(numbers), ...kpis])
        for (const period of ['current', 'previous'] as const) {
          const { lineage, value, previous } = number
          const body = { ...lineage, cell: { ...lineage.cell, period } }
          const explained: Lineage = (await t.call('POST', '/reports/explain', { token: owner.token, body })).json()
          expect([number.label, period, explained.value]).toEqual([
            number.label,
            period,
            period === 'current' ? value : previous,
          ])
        }
    },
  )

  test('today and the same weekday are compared until the hour that the data is complete for', async () => {
    const { numbers, kpis, hour } = await summaryOf(owner, 'today')
    expect(hour).toBe(NOON)
    const until = (sql: string) =>
      sql.replace(/ (AND|WHERE) o\.ordered_local </, ` $1 hour(o.ordered_local) < ${NOON} AND o.ordered_local <`)
    const [from, tomorrow, before, beforeUntil] = DAYS.today
    const sql = until(SENTENCE_SQL.sales ?? '')
    const [now = []] = await queryReference(owner, sql, { from, until: tomorrow })
    const [then = []] = await queryReference(owner, sql, { from: before, until: beforeUntil })
    const sameHours = { value: answered(now[0], 'currency'), previous: answered(then[0], 'currency') }
    expect(numbers.sales?.sameHours).toEqual(sameHours)
    expect(kpis.at(-1)?.sameHours).toEqual(sameHours)
    expect(numbers.salesOfSameHours).toMatchObject(sameHours)
  })

  test('what needs action has the count of the page that it links to', async () => {
    const actions = new Map((await linesOf(owner)).filter(isAction).map((action) => [action.id, action]))
    const waiting = `SELECT count(*) FROM orders WHERE payment_status = 'paid' AND NOT is_refund
      AND fulfillment_status IN ('unfulfilled', 'partial') AND delivery_method = 'pickup'
      AND ordered_local >= DATE '2025-06-18'`
    const [[pickups] = []] = await queryReference(owner, waiting)
    expect(actions.get('pickup')).toMatchObject({
      count: pickups,
      path: '/reports/orders/awaiting-pickup?relativeDate=OrderDate-Last365Days',
    })
    const definition = { builtin: 'products/low-inventory' }
    const listed = (
      await t.call('POST', '/reports/query', { token: owner.token, body: { definition, pageSize: 500 } })
    ).json()
    expect(new Set(listed.rows.map(([sku]: readonly string[]) => sku)).size).toBe(listed.rowCount)
    expect(actions.get('runningOut')?.count).toBe(listed.rowCount)
    expect(actions.get('failing')?.count).toBe(0)
    const { count, steps } = actions.get('setup') ?? {}
    expect(steps?.filter(({ isDone }) => !isDone)).toHaveLength(count ?? -1)
  })

  test.each<[Role[], AccountType, readonly string[]]>([
    [['BillingAdmin'], 'Reserve', []],
    [['User'], 'Micro', ['leaving', 'pickup', 'summary']],
    [['User'], 'Estate', ['leaving', 'pickup', 'runningOut', 'summary']],
    [['AccountAdmin'], 'Micro', ['failing', 'leaving', 'pickup', 'review', 'setup', 'summary']],
  ])('leaves out what %s of %s may not see', async (roles, type, expected) => {
    await t.setUser(owner, { roles })
    await t.setAccount(owner, { account_type: type })
    const kinds = (await linesOf(owner)).map((line) => (line.kind === 'action' ? line.id : line.kind))
    expect(kinds.toSorted()).toEqual(expected)
  })
})

describe('on an odd account', () => {
  const account = async (orders: Parameters<typeof load>[1]): Promise<Member> => {
    const member = await t.register(zone)
    await load(member, orders)
    return member
  }

  test('compares the day so far with the same hours', async () => {
    const summary = await summaryOf(
      await account([
        ['2025-01-02', 'pos', 100],
        ['2025-06-18 11:59', 'pos', 8_000],
        ['2025-06-18 12:00', 'pos', 2_000],
        ['2026-06-17 09:30', 'pos', 10_000],
        ['2026-06-17 12:00', 'pos', 500],
      ]),
      'today',
    )
    expect(textOf(summary)).toBe('Today so far: $105.00, up 25% from the same Wednesday last year, as of 12 PM.')
    expect(summary.kpis[0]).toMatchObject({ value: 105, previous: 100, sameHours: { value: 100, previous: 80 } })
  })

  test('with days but no times is not compared by the hour', async () => {
    const summary = await summaryOf(
      await account([
        ['2025-06-18 00:00', 'pos', 10_000],
        ['2026-06-17 00:00', 'pos', 4_000],
      ]),
      'today',
    )
    expect(summary.numbers.sales).toMatchObject({ value: 40, previous: 100, sameHours: null })
    expect(textOf(summary)).toContain('the same Wednesday last year ended at $100.00')
  })

  test('with one week of data says that there is no last year', async () => {
    const summary = await summaryOf(
      await account([
        ['2026-06-13', 'pos', 12_000],
        ['2026-06-16', 'web', 5_000],
      ]),
      'weekend',
    )
    expect(textOf(summary)).toBe(
      'Weekend: $120.00; your data starts Jun 13, 2026, so there’s nothing from last year to compare with.',
    )
    expect(summary.numbers.sales).toMatchObject({ previous: null, likeForLike: null, dataStarts: '2026-06-13' })
  })

  test('whose data starts within last year’s days compares like for like', async () => {
    const orders = [
      ['2026-06-02', 'pos', 9_000],
      ['2026-06-12', 'pos', 3_000],
      ['2025-06-10', 'pos', 2_000],
    ] as const
    const summary = await summaryOf(await account(orders), 'month')
    expect(textOf(summary)).toBe('Month so far: $120.00, up 50% on comparable days, as your data starts Jun 10, 2025.')
  })

  test('with more refunds than sales shows the negative amount', async () => {
    const summary = await summaryOf(
      await account([
        ['2025-01-02', 'pos', 100],
        ['2025-06-14', 'pos', 30_000],
        ['2026-06-14', 'pos', -8_000],
      ]),
      'weekend',
    )
    expect(textOf(summary)).toBe('Weekend: −$80.00, after $300.00 on the same weekend last year.')
  })

  test('with a club run in the period leaves it out and says so', async () => {
    const summary = await summaryOf(
      await account([
        ['2025-01-02', 'pos', 100],
        ['2025-06-14', 'pos', 10_000],
        ['2026-06-13', 'pos', 12_000],
        ['2026-06-13', 'club', 4_125_000],
      ]),
      'weekend',
    )
    expect(textOf(summary)).toBe(
      'Weekend: $120.00 in non-club sales (club orders: $41,250), up 20% from the same weekend last year, tasting room up.',
    )
  })
})

describe('an account without data', () => {
  const setupOf = async (member: Member): Promise<HomeSetup | undefined> => (await linesOf(member)).find(isSetup)
  const done = (setup: HomeSetup | undefined) => setup?.steps.flatMap(({ id, isDone }) => (isDone ? [id] : []))

  test('gets a checklist with its real progress, and numbers after the first load', async () => {
    const owner = await t.register(zone)
    const { token, accountId, userId } = owner
    const first = await setupOf(owner)
    expect(first?.steps.map(({ id, isDone }) => [id, isDone])).toEqual([
      ['connect', false],
      ['map', false],
      ['visits', false],
      ['check', false],
      ['invite', false],
      ['star', false],
    ])
    await t.call('POST', '/service', { token, body: { type: 'csv', name: 'Files', settings: {} } })
    await t.call('POST', '/invitation', { token, body: { email: 'lee@winery.example', roles: ['User'] } })
    await t.call('POST', '/dashboards', { token, body: { name: 'Mine' } })
    await t.call('PUT', '/dashboards/mine/toggle-default', { token })
    expect(done(await setupOf(owner))).toEqual(['connect', 'invite', 'star'])

    const visitsPage = async () => (await setupOf(owner))?.steps.find(({ id }) => id === 'visits')?.path
    expect(await visitsPage()).toBe('/admin/tasting-experiences')
    const tastings = { products: [{ sku: 'FLIGHT', guestsPerUnit: 2 }], excludedExperiences: [] }
    await t.call('PUT', '/admin/tasting-experiences', { token, body: tastings })
    expect(await visitsPage()).toBe('/admin/club-signup-products')
    await t.call('PUT', '/admin/club-signup-products', {
      token,
      body: { products: [{ sku: 'JOIN', clubName: 'Estate' }] },
    })
    expect(done(await setupOf(owner))).toContain('visits')

    await t.setUser({ userId }, { roles: ['User'] })
    expect((await setupOf(owner))?.steps.map(({ id }) => id)).toEqual(['star'])
    await load(owner, [['2026-06-17', 'pos', 4_200]])
    expect((await linesOf({ token })).map(({ kind }) => kind)).toContain('summary')
    expect(accountId).toBeGreaterThan(0)
  })
})

describe('the numbers that an account chooses', () => {
  const CHOSEN = [
    { reportType: 'Orders', measure: 'averageOrder', channel: 'web', includeClubOrders: true },
    { reportType: 'Memberships', measure: 'activeMembers', channel: null, includeClubOrders: true },
    { reportType: 'Memberships', measure: 'cancellations', channel: null, includeClubOrders: true },
    { reportType: 'Reservations', measure: 'revenuePerGuest', channel: null, includeClubOrders: true },
  ]

  test('are the same for all of its users, and every measure to choose from has a value', async () => {
    const owner = await t.register(zone)
    const { token } = owner
    await load(owner, [['2026-06-17', 'web', 4_200]])
    const offered = (await t.call('GET', '/home/kpis', { token })).json()
    expect(offered.kpis).toEqual(DEFAULT_HOME_KPIS)
    expect((await t.call('PUT', '/home/kpis', { token, body: { kpis: CHOSEN } })).json()).toEqual({ kpis: CHOSEN })
    const { kpis } = await summaryOf(owner, 'today')
    expect(kpis.map(({ label, value }: HomeNumber) => [label, value])).toEqual([
      ['Web average order', 42],
      ['Active members', 0],
      ['Cancellations', 0],
      ['Revenue per guest', null],
    ])
    const measures: readonly { reportType: string; measure: string }[] = offered.measures
    for (let at = 0; at + 4 <= measures.length; at += 4) {
      const body = { kpis: measures.slice(at, at + 4) }
      expect((await t.call('PUT', '/home/kpis', { token, body })).statusCode).toBe(200)
      expect((await summaryOf(owner, 'month')).kpis).toHaveLength(4)
    }
  })

  test('are rejected with the field when they do not exist, do not fit, or are listed twice', async () => {
    const { token } = await t.register(zone)
    const [first, second] = CHOSEN
    const problemsOf = async (kpis: readonly unknown[]) => {
      const response = await t.call('PUT', '/home/kpis', { token, body: { kpis } })
      return [response.statusCode, response.json().errors.map(({ field }: { field: string }) => field)]
    }
    const other = { reportType: 'Products', measure: 'netSales' }
    const limited = { reportType: 'Reservations', measure: 'guests', channel: 'web' }
    expect(await problemsOf([first, other, limited, first])).toEqual([
      400,
      ['kpis[1].measure', 'kpis[2].measure', 'kpis[3].measure'],
    ])
    expect(await problemsOf([first, second])).toEqual([400, ['kpis']])
  })
})
