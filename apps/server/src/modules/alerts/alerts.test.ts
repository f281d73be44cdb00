import { beforeEach, describe, expect, test } from 'vitest'
import type { AlertInput } from '#contract/alerts.ts'
import { isFullLane } from '#testkit/lane.ts'
import type { Member } from '#testkit/test-client.ts'
import { alert, alertApp, yesterdaysTotal } from './alert-app.fixture.ts'
import { dueAlertsHandler } from './alerts.handlers.ts'

const HOUR = 3_600_000
const { t, db, never, start, load, check, fresh, post, create, list, events, notices } = await alertApp()
let owner: Member

beforeEach(async () => {
  owner = await start()
})

/** The total of a day's tasting-room orders in minor units, by SQL of its own. */
const totalOf = async (day: string): Promise<number> => {
  const sql = `SELECT CAST(SUM(total) AS DOUBLE) FROM orders WHERE channel = 'pos' AND CAST(ordered_local AS DATE) = CAST($1 AS DATE)`
  const rows = await t.rows(owner.accountId, sql, [day])
  return Number(rows[0]?.[0])
}

describe('checking', () => {
  test('fires with the number of the report, in the app, by email, in a channel and in the history', async () => {
    const id = await create(alert())
    const url = 'https://hooks.slack.com/services/T/B/X'
    const channel = { format: 'slack', name: '#team', url, events: ['alert.fired'] }
    await t.call('POST', '/webhooks', { token: await fresh(), body: channel })
    await load([
      { id: 'a', day: 3, total: 40_050 },
      { id: 'b', day: 3, total: 20_000 },
      { id: 'c', day: 3, total: 90_000, channel: 'web' },
    ])
    await check()
    const expected = await totalOf('2030-05-03')
    expect(expected).toBe(60_050)
    expect(await list()).toMatchObject([{ id, status: 'firing', lastValue: expected / 100, format: 'currency' }])
    const { items, total } = await events(id)
    expect([total, items]).toMatchObject([
      1,
      [
        {
          range: { from: '2030-05-03', until: '2030-05-04' },
          readings: [{ label: null, value: 600.5, compared: null }],
          condition: { kind: 'below', value: 1000 },
          definition: { relativeDateFilter: { relativeRange: 'Yesterday' } },
        },
      ],
    ])
    expect(await notices()).toMatchObject([{ subject: 'Tasting room: $600.50' }])
    expect((await notices())[0]?.content).toContain('below your limit of $1,000.00')
    expect((await notices())[0]?.content).toContain(`(</alerts?alert=${id}>)`)
    const mails = (await t.mails()).filter(
      ({ to, subject }) => to === owner.email && subject.startsWith('Tasting room'),
    )
    expect(mails).toHaveLength(1)
    const posted = await db
      .selectFrom('webhook_deliveries')
      .select('payload')
      .where('account_id', '=', owner.accountId)
      .execute()
    expect(posted.map(({ payload }) => JSON.parse(payload).blocks.length)).toEqual([3])
    expect(posted[0]?.payload).toMatch(/\*Tasting room: \$600\.50\*.*below your limit of \$1,000\.00/)
    const answer = await t.call('POST', '/reports/query', {
      token: await fresh(),
      body: { definition: items[0].definition, relativeDate: 'OrderDate-None', ...items[0].range },
    })
    expect(answer.json().totals[0]).toBe(items[0].readings[0].value)
  })

  test('fires once a period, also when more data arrives and two processes check', async () => {
    const id = await create(alert())
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await Promise.all([check(), check(), check()])
    await load([{ id: 'b', day: 3, total: 10_000 }])
    await check()
    expect((await events(id)).total).toBe(1)
    t.clock.advance(24 * HOUR)
    await load([{ id: 'c', day: 4, total: 10_000 }])
    await check()
    expect((await events(id)).total).toBe(2)
  })

  test('fires again for the same period after it recovered', async () => {
    const id = await create(alert({ condition: { kind: 'above', value: 100 } }))
    for (const total of [20_000, 5_000, 20_000]) {
      await load([{ id: 'a', day: 3, total }])
      await check()
    }
    expect((await events(id)).total).toBe(2)
  })

  test('compares with what is planned for the day', async () => {
    const token = await fresh()
    const plan = (await t.call('POST', '/plans', { token, body: { name: 'Budget', year: 2030 } })).json()
    const rows = [{ value: null, amounts: Array.from({ length: 12 }, (_, month) => (month === 4 ? 310 : null)) }]
    const measures = [{ measure: 'orders', breakdown: 'none', rows }]
    await t.call('PUT', `/plans/${plan.id}`, { token, body: { name: 'Budget', isCurrent: true, measures } })
    await load([{ id: 'a', day: 2, total: 60_000 }])
    const definition = { ...yesterdaysTotal, columns: [{ columnId: 'orderCount' }], groupColumns: [], filters: [] }
    const condition = { kind: 'change', direction: 'down', percent: 20, compare: 'plan' } as const
    const id = await create(alert({ definition, condition }))
    await check()
    expect((await events(id)).items).toMatchObject([{ readings: [{ value: 0, compared: 10 }] }])
    expect((await notices())[0]?.content).toContain('0, down 100.0% from the plan of 10.')
  })

  test('does not fire again when only its name changes, and does when its limit changes', async () => {
    const id = await create(alert())
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    const change = async (body: AlertInput) => t.call('PUT', `/alerts/${id}`, { token: await fresh(), body })
    await change(alert({ name: 'Slow day' }))
    await check()
    expect((await events(id)).total).toBe(1)
    await change(alert({ condition: { kind: 'below', value: 500 } }))
    await check()
    expect((await events(id)).total).toBe(2)
  })

  test('says that it can’t be checked when its service was removed', async () => {
    const now = new Date(t.clock.now())
    const values = { id: 'gone', account_id: owner.accountId, type: 'csv', name: 'x', created_at: now, updated_at: now }
    await db.insertInto('services').values(values).execute()
    await create(alert({ definition: { ...yesterdaysTotal, serviceId: 'gone' } }))
    await db.deleteFrom('services').where('id', '=', 'gone').execute()
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    expect(await list()).toMatchObject([{ status: 'failed' }])
  })

  test('waits until the data reaches the end of the day in the account’s time zone', async () => {
    const id = await create(alert())
    // 23:30 on May 3 and 0:30 on May 4 in Los Angeles
    t.clock.set(Date.UTC(2030, 4, 4, 6, 30))
    await load([{ id: 'a', day: 3, total: 10_000 }])
    t.clock.set(Date.UTC(2030, 4, 4, 7, 30))
    await check()
    expect(await list()).toMatchObject([{ status: 'waiting' }])
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    expect([(await list())[0].status, (await events(id)).total]).toEqual(['firing', 1])
  })

  test('compares with the previous period, and says nothing where there is none to compare with', async () => {
    const id = await create(
      alert({ condition: { kind: 'change', direction: 'down', percent: 30, compare: 'previousPeriod' } }),
    )
    await load([{ id: 'a', day: 3, total: 69_900 }])
    await check()
    expect(await list()).toMatchObject([{ status: 'unknown' }])
    await load([
      { id: 'b', day: 2, total: 100_000 },
      { id: 'z', day: 1, total: 100_000 },
    ])
    await check()
    expect((await events(id)).items).toMatchObject([
      { readings: [{ value: 699, compared: 1000 }], compareRange: { from: '2030-05-02', until: '2030-05-03' } },
    ])
    expect((await notices())[0]?.content).toMatch(/down 30.1% from \$1,000.00/)
  })

  test('compares like for like where the history is short, and says so', async () => {
    const definition = {
      ...yesterdaysTotal,
      relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
    } as const
    const condition = { kind: 'change', direction: 'down', percent: 30, compare: 'previousPeriod' } as const
    const id = await create(alert({ definition, condition }))
    const rows = await create(alert({ definition: { ...definition, filters: [] }, condition, scope: 'rows' }))
    // The 30 days to May 4 would be compared with those from March 6 on, but the data starts on March 26.
    const before = [-5, -3, 2].map((day) => ({ id: `b${day}`, day: day - 30, total: 100_000 }))
    const now = [-20, -10, 1, 4].map((day) => ({ id: `n${day}`, day, total: 50_000 }))
    // Over the whole month the web sells more than before; over the days that both months have, nothing at all.
    const web = { channel: 'web', total: 80_000 } as const
    await load([...before, ...now, { id: 'w1', day: -28, ...web }, { id: 'w2', day: 6 - 30, ...web, total: 30_000 }])
    await load([{ id: 'w3', day: 7 - 30, ...web }])
    await check()
    const [event] = (await events(id)).items
    const { range, compareRange, readings } = event
    const sum = async ({ from, until }: { from: string; until: string }, channel = 'pos') => {
      const sql = `SELECT CAST(COALESCE(SUM(total), 0) AS DOUBLE) FROM orders WHERE channel = $1
        AND CAST(ordered_local AS DATE) >= CAST($2 AS DATE) AND CAST(ordered_local AS DATE) < CAST($3 AS DATE)`
      const found = await t.rows(owner.accountId, sql, [channel, from, until])
      return Number(found[0]?.[0]) / 100
    }
    expect([compareRange.from, range.until]).toEqual(['2030-03-26', '2030-05-05'])
    expect(readings).toEqual([{ label: null, value: await sum(range), compared: await sum(compareRange) }])
    expect((await notices())[0]?.content).toContain('Your data starts')
    const [ofRows] = (await events(rows)).items
    expect([ofRows.range, ofRows.compareRange]).toEqual([range, compareRange])
    expect(ofRows.readings).toEqual([
      { label: 'Web', value: await sum(range, 'web'), compared: await sum(compareRange, 'web') },
      { label: 'Tasting room', value: await sum(range), compared: await sum(compareRange) },
    ])
  })

  test('watches every row, and fires only for those that newly meet the condition', async () => {
    const byChannel = { ...yesterdaysTotal, filters: [], relativeDateFilter: null }
    const id = await create(alert({ definition: byChannel, scope: 'rows', condition: { kind: 'above', value: 100 } }))
    await load([{ id: 'a', day: 3, total: 20_000 }])
    await check()
    await load([{ id: 'b', day: 3, total: 30_000, channel: 'web' }])
    await check()
    const { items } = await events(id)
    expect(items.map((event: { readings: unknown }) => event.readings)).toEqual([
      [{ label: 'Web', value: 300, compared: null }],
      [{ label: 'Tasting room', value: 200, compared: null }],
    ])
    expect(await list()).toMatchObject([{ lastValue: 2, status: 'firing' }])
  })

  test('fires when yesterday is far below its forecast', async () => {
    const below = await create(alert({ condition: { kind: 'forecast', direction: 'down' } }))
    const above = await create(alert({ condition: { kind: 'forecast', direction: 'up' } }))
    // 90 days of about $1,000 each, the last of them $100
    const days = Array.from({ length: 90 }, (_, at) => 3 - at)
    await load(days.map((day, at) => ({ id: `d${at}`, day, total: at === 0 ? 10_000 : 100_000 + (at % 7) * 1_000 })))
    await check()
    const [event] = (await events(below)).items
    expect(event.readings[0].value).toBe(100)
    expect(event.readings[0].compared).toBeGreaterThan(400)
    expect(event.readings[0].compared).toBeLessThan(1_000)
    expect((await events(above)).total).toBe(0)
  })

  test.runIf(isFullLane)('says nothing about a day within its forecast, and fires far above it', async () => {
    const either = await create(alert({ condition: { kind: 'forecast', direction: 'either' } }))
    const days = Array.from({ length: 90 }, (_, at) => 3 - at)
    await load(days.map((day, at) => ({ id: `d${at}`, day, total: 100_000 + (at % 7) * 1_000 })))
    await check()
    expect(await list()).toMatchObject([{ status: 'ok', lastValue: 1000 }])
    await load([{ id: 'd0', day: 3, total: 900_000 }])
    await check()
    const [event] = (await events(either)).items
    expect(event.readings[0].value).toBe(9000)
    expect(event.readings[0].compared).toBeGreaterThan(1_000)
    expect(event.readings[0].compared).toBeLessThan(2_000)
  })

  test('has no forecast without enough history', async () => {
    await create(alert({ condition: { kind: 'forecast', direction: 'down' } }))
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    expect(await list()).toMatchObject([{ status: 'unknown' }])
  })

  test('does not check paused alerts, nor any after the trial', async () => {
    const id = await create(alert())
    const paused = await t.call('POST', `/alerts/${id}/pause`, { token: await fresh(), body: { isPaused: true } })
    expect(paused.json()).toMatchObject({ isPaused: true })
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    await t.call('POST', `/alerts/${id}/pause`, { token: await fresh(), body: { isPaused: false } })
    await t.setAccount(owner, { trial_expires_at: new Date(0) })
    await check()
    expect((await events(id)).total).toBe(0)
  })

  test('is queued once a day from four in the morning of the account’s time zone', async () => {
    await create(alert())
    await load([{ id: 'a', day: 3, total: 10_000 }])
    await check()
    const queued = async (): Promise<number> => {
      const sent: unknown[] = []
      const jobs = { ...t.deps.jobs, send: async (_db: unknown, _job: unknown, data: unknown) => void sent.push(data) }
      await dueAlertsHandler.run({ ...t.deps, jobs }, {}, { jobId: 'j', signal: never })
      return sent.filter((data) => JSON.stringify(data) === JSON.stringify({ accountId: owner.accountId })).length
    }
    expect(await queued()).toBe(0)
    t.clock.set(Date.UTC(2030, 4, 5, 10, 59))
    expect(await queued()).toBe(0)
    t.clock.set(Date.UTC(2030, 4, 5, 11))
    expect(await queued()).toBe(1)
  })
})

describe('the endpoints', () => {
  test.each<[field: string, change: Partial<AlertInput>]>([
    ['name', { name: ' ' }],
    ['column', { column: 3 }],
    ['column', { definition: { ...yesterdaysTotal, columns: [{ columnId: 'channel' }] } }],
    ['columns[0]', { definition: { ...yesterdaysTotal, columns: [{ columnId: 'nothing' }] } }],
    ['condition.percent', { condition: { kind: 'change', direction: 'up', percent: 0, compare: 'previousPeriod' } }],
    ['condition.kind', { condition: { kind: 'forecast', direction: 'up' }, scope: 'rows' }],
    [
      'definition.relativeDateFilter.relativeRange',
      { definition: { ...yesterdaysTotal, relativeDateFilter: { relativeRange: 'ThisMonth' } } },
    ],
    [
      'definition.relativeDateFilter.relativeRange',
      {
        definition: { ...yesterdaysTotal, relativeDateFilter: null },
        condition: { kind: 'change', direction: 'up', percent: 10, compare: 'previousYear' },
      },
    ],
  ])('names %s when it is invalid', async (field, change) => {
    const response = await post(alert(change))
    expect([response.statusCode, response.json().errors[0].field]).toEqual([400, field])
  })

  test('changes, deletes and restores an alert', async () => {
    const id = await create(alert())
    const { token } = owner
    const changed = await t.call('PUT', `/alerts/${id}`, { token, body: alert({ name: 'Slow day' }) })
    expect(changed.json()).toMatchObject({ id, name: 'Slow day', condition: { kind: 'below', value: 1000 } })
    expect((await t.call('DELETE', `/alerts/${id}`, { token })).statusCode).toBe(204)
    expect([await list(), (await t.call('GET', `/alerts/${id}/events`, { token })).statusCode]).toEqual([[], 404])
    expect((await t.call('POST', `/alerts/${id}/restore`, { token })).json()).toMatchObject({ name: 'Slow day' })
    expect(await list()).toHaveLength(1)
  })

  test('belong to their user', async () => {
    const id = await create(alert())
    const other = await t.register()
    for (const [method, path] of [
      ['DELETE', `/alerts/${id}`],
      ['GET', `/alerts/${id}/events`],
      ['POST', `/alerts/${id}/restore`],
    ] as const)
      expect((await t.call(method, path, { token: other.token })).statusCode).toBe(404)
  })
})
