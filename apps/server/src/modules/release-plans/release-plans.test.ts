import { beforeAll, describe, expect, test } from 'vitest'
import { ReleasePlan } from '#contract/release-plans.ts'
import type { ReleaseLine } from '#domain/release-lines.ts'
import { registerWinery, SAMPLE_TODAY } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, membershipRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

interface Options {
  readonly club?: string
  readonly query?: string
  readonly body?: object
}
const address = (club: string) => `/release-plans/${encodeURIComponent(club)}`
const get = ({ token }: Member, { club = 'Estate Club', query = '' }: Options = {}) =>
  t.call('GET', `${address(club)}${query}`, { token })
const put = ({ token }: Member, { club = 'Estate Club', body = {} }: Options) =>
  t.call('PUT', address(club), { token, body })
const read = async (response: ReturnType<typeof get>): Promise<ReleasePlan> => {
  const { statusCode, body } = await response
  expect([statusCode, body]).toEqual([200, expect.any(String)])
  return ReleasePlan.parse(JSON.parse(body))
}
const lineOf = ({ lines }: ReleasePlan, line: ReleaseLine) => lines.find((one) => one.line === line)

describe('the sample winery', () => {
  let owner: Member
  let plan: ReleasePlan
  const sql = (text: string) => t.rows(owner.accountId, text)

  beforeAll(async () => {
    owner = await registerWinery(t, { seed: 3, orders: 6000 })
    plan = await read(get(owner))
  })

  test('members and the release before are those of hand-written SQL', async () => {
    const [[members = 0, onHold = 0] = []] = await sql(`
      SELECT count(*), count(*) FILTER (WHERE status = 'on_hold')
      FROM memberships WHERE club_name = 'Estate Club' AND status <> 'cancelled'`)
    expect([plan.members, plan.onHold]).toEqual([Number(members), Number(onHold)])
    const [last = []] = await sql(`
      SELECT source_id, CAST(CAST(released_local AS DATE) AS VARCHAR) FROM club_releases
      WHERE club_name = 'Estate Club' AND CAST(released_local AS DATE) < DATE '${SAMPLE_TODAY}'
      ORDER BY released_local DESC LIMIT 1`)
    expect([plan.previous?.releaseId, plan.previous?.day]).toEqual(last)
    const [release, day] = last
    const [changes = []] = await sql(`
      SELECT count(*) FILTER (WHERE CAST(signup_local AS DATE) >= DATE '${day}'),
             count(*) FILTER (WHERE CAST(cancelled_local AS DATE) >= DATE '${day}')
      FROM memberships WHERE club_name = 'Estate Club'`)
    expect([plan.previous?.signups, plan.previous?.cancellations]).toEqual(changes.map(Number))
    const outcomes = await sql(`
      SELECT status, count(*) FROM release_members WHERE release_source_id = '${release}' GROUP BY ALL`)
    const named = { processed: 'processed', skipped: 'skipped', on_hold: 'onHold', declined: 'declined' } as const
    for (const [status, line] of Object.entries(named))
      expect(lineOf(plan, line)?.previous, line).toBe(Number(outcomes.find(([one]) => one === status)?.[1] ?? 0))
    const [[sales, bottles] = []] = await sql(`
      SELECT sum(net_sales) / 100.0, sum(wine_count) FROM orders
      WHERE release_source_id = '${release}' AND payment_status = 'paid'`)
    expect(lineOf(plan, 'netSales')?.previous).toBeCloseTo(Number(sales), 2)
    expect(lineOf(plan, 'bottles')?.previous).toBe(Number(bottles))
  })

  test('expects a day after today, and each line within its range', () => {
    expect(plan.day > SAMPLE_TODAY).toBe(true)
    expect(plan.lines).toHaveLength(6)
    for (const { expected, record } of plan.lines) {
      if (expected === null) throw new Error('Nothing is expected')
      expect(expected.low).toBeLessThanOrEqual(expected.expected)
      expect(expected.high).toBeGreaterThanOrEqual(expected.expected)
      expect(record.of).toBeGreaterThan(3)
    }
    const charged = lineOf(plan, 'processed')?.expected?.expected ?? 0
    expect(plan.deliveries.reduce((sum, { orders }) => sum + orders, 0)).toBeCloseTo(charged, 0)
  })

  test('names the wines of the release before, most bottles first', async () => {
    const wines = await sql(`
      SELECT l.sku FROM order_lines AS l INNER JOIN orders AS o ON o.source_id = l.order_source_id
      WHERE o.release_source_id = '${plan.previous?.releaseId}' AND l.item_kind = 'wine' AND o.payment_status = 'paid'
      GROUP BY l.sku ORDER BY sum(l.quantity) DESC LIMIT 1`)
    expect(plan.previousWines[0]?.sku).toBe(wines[0]?.[0])
  })

  test('knows no club of another account, and none that is not there', async () => {
    const stranger = await t.register()
    for (const [reader, club] of [
      [stranger, 'Estate Club'],
      [owner, 'Vineyard Ring'],
    ] as const)
      expect((await get(reader, { club })).statusCode).toBe(404)
  })
})

/** noon in Los Angeles */
const NOW = Date.UTC(2026, 5, 17, 19)
const at = (day: string) => Date.parse(`${day}T19:00:00Z`)

interface Planted {
  readonly id: string
  readonly day: string
  readonly outcomes: Readonly<Record<string, number>>
  /** bottles and cents of each charged member */
  readonly bottles: number
  readonly cents: number
}

/** A release whose members have an order each of one wine. */
const planted = ({ id, day, outcomes, bottles, cents }: Planted) => {
  const statuses = Object.entries(outcomes).flatMap(([status, count]) => Array<string>(count).fill(status))
  const charged = statuses.flatMap((status, place) => (status === 'processed' ? [`${id}-${place}`] : []))
  const key = { source_updated: null, time_basis: 'utc' as const }
  return {
    club_releases: [{ ...key, source_id: id, name: id, club_source_id: 'k', club_name: 'Reserve', released: at(day) }],
    release_members: statuses.map((status, place) => ({
      ...key,
      source_id: `${id}/${place}`,
      release_source_id: id,
      membership_source_id: `m${place}`,
      status,
      order_source_id: null,
    })),
    orders: charged.map((source_id, place) =>
      orderRow({
        ...{ source_id, release_source_id: id, ordered: at(day), subtotal: cents, total: cents },
        ...{ delivery_method: place % 4 === 0 ? 'pickup' : 'ship', state: 'CA' },
      }),
    ),
    order_lines: charged.map((order_source_id) =>
      lineRow({ order_source_id, sku: 'PN21', item_kind: 'wine', quantity: bottles, amount: cents }),
    ),
  }
}

const OUTCOMES = { processed: 16, skipped: 2, on_hold: 1, declined: 1 }
const members = (count: number) =>
  Array.from({ length: count }, (_, place) => membershipRow({ source_id: `m${place}` }))

const registerClub = async (days: readonly string[]): Promise<Member> => {
  t.clock.set(NOW)
  const owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const releases = days.map((day, place) =>
    planted({ id: `r${place}`, day, outcomes: OUTCOMES, bottles: 3, cents: 9000 }),
  )
  await t.load(owner.accountId, {
    memberships: members(40),
    club_releases: releases.flatMap((release) => release.club_releases),
    release_members: releases.flatMap((release) => release.release_members),
    orders: releases.flatMap((release) => release.orders),
    order_lines: releases.flatMap((release) => release.order_lines),
  })
  return owner
}
const fresh = async (owner: Member): Promise<Member> => ({
  ...owner,
  token: (await t.signIn(owner.email, owner.password)).access_token,
})

const QUARTERS = ['2025-06-10', '2025-09-10', '2025-12-10', '2026-03-10']
const Reserve = { club: 'Reserve' }

describe('a club with four releases', () => {
  let owner: Member
  beforeAll(async () => {
    owner = await registerClub(QUARTERS)
  })

  test('follows its members, its pauses, and where orders went', async () => {
    const plan = await read(get(owner, Reserve))
    expect(plan).toMatchObject({ members: 40, onHold: 0, isDayPlanned: false, savedDateUtc: null, past: [] })
    // the median pause of 91 days after March 10 is over
    expect(plan.day).toBe('2026-06-18')
    expect(lineOf(plan, 'bottles')?.expected?.expected).toBe(96)
    expect(lineOf(plan, 'netSales')).toMatchObject({ expected: { expected: 2880 }, previous: 1440 })
    const charged = lineOf(plan, 'processed')?.expected?.expected ?? 0
    expect(plan.deliveries.map(({ deliveryMethod, state }) => [deliveryMethod, state])).toEqual([
      ['ship', 'CA'],
      ['pickup', 'CA'],
    ])
    expect(plan.deliveries[0]?.orders).toBe(Math.round(charged * 7.5) / 10)
    expect(plan.previousWines).toEqual([{ sku: 'PN21', bottles: 3 }])
  })

  test('plans again, and forgets', async () => {
    const body = { day: '2026-07-01', wines: [{ sku: 'PN21', bottles: 1 }] }
    await put(owner, { ...Reserve, body })
    const again = await read(put(owner, { ...Reserve, body: { ...body, wines: [] } }))
    expect([again.wines, again.savedDateUtc]).toEqual([[], new Date(NOW).toISOString()])
    const gone = await t.call('DELETE', `${address('Reserve')}?day=2026-07-01`, { token: owner.token })
    expect(gone.statusCode).toBe(204)
    expect(await read(get(owner, { ...Reserve, query: '?day=2026-07-01' }))).toMatchObject({ savedDateUtc: null })
  })

  test('refuses a day of the past, and a wine that is listed twice', async () => {
    const wine = { sku: 'PN21', bottles: 1 }
    const fieldOf = async (body: object) => (await put(owner, { ...Reserve, body })).json().errors?.[0]?.field
    expect(await fieldOf({ day: '2026-06-16', wines: [] })).toBe('day')
    expect(await fieldOf({ day: '2026-07-01', wines: [wine, wine] })).toMatch(/wines/)
    expect(await fieldOf({ day: '2026-07-01', wines: [{ ...wine, bottles: 0 }] })).toMatch(/bottles/)
  })

  test('what was planned is kept, and compared with what came', async () => {
    const wines = [{ sku: 'PN21', bottles: 2.5 }]
    const saved = await read(put(owner, { ...Reserve, body: { day: '2026-06-20', wines } }))
    expect(saved).toMatchObject({ day: '2026-06-20', wines, savedDateUtc: new Date(NOW).toISOString(), past: [] })
    const charged = lineOf(saved, 'processed')?.expected
    await t.load(
      owner.accountId,
      planted({ id: 'r9', day: '2026-06-22', outcomes: { processed: 30, skipped: 10 }, bottles: 2, cents: 8000 }),
    )
    t.clock.set(at('2026-06-25'))
    const { past } = await read(get(await fresh(owner), Reserve))
    expect(past).toMatchObject([{ day: '2026-06-20', release: { releaseId: 'r9', day: '2026-06-22' } }])
    const actual = Object.fromEntries((past[0]?.lines ?? []).map((line) => [line.line, line.actual]))
    expect(actual).toEqual({ processed: 30, skipped: 10, onHold: 0, declined: 0, bottles: 60, netSales: 2400 })
    expect(past[0]?.lines.find(({ line }) => line === 'processed')?.planned).toEqual(charged)
    const planned = Math.ceil((charged?.expected ?? 0) * 2.5)
    expect(past[0]?.wines).toMatchObject([{ sku: 'PN21', planned: { expected: planned }, actual: 60 }])
  })
})

describe('clubs that tell too little', () => {
  test('two releases expect nothing, and cannot be planned', async () => {
    const owner = await registerClub(QUARTERS.slice(2))
    const plan = await read(get(owner, Reserve))
    expect(plan.lines.map(({ expected }) => expected)).toEqual(Array(6).fill(null))
    const refused = await put(owner, { ...Reserve, body: { day: '2026-07-01', wines: [] } })
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([400, 'club'])
  })

  test('a restart after a year goes on at its old rhythm from the new release', async () => {
    const plan = await read(get(await registerClub(['2024-03-10', '2024-06-10', '2024-09-10', '2026-06-10']), Reserve))
    expect(plan.day).toBe('2026-09-10')
    expect(plan.previous?.day).toBe('2026-06-10')
  })

  test('a release ahead in the data has its own day', async () => {
    const owner = await registerClub(QUARTERS)
    await t.load(owner.accountId, planted({ id: 'next', day: '2026-08-01', outcomes: {}, bottles: 1, cents: 1 }))
    const plan = await read(get(owner, Reserve))
    expect([plan.day, plan.isDayPlanned]).toEqual(['2026-08-01', true])
    expect(plan.previous?.releaseId).toBe('r3')
  })
})
