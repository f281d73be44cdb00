import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { customerRow, lineRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const CHANGES_OF_CLOCKS = [
  ['America/Los_Angeles', 'a skipped time', '2026-03-08 02:30:00', '2026-03-08 10:30:00'],
  ['America/Los_Angeles', 'the last time before the gap', '2026-03-08 01:59:59', '2026-03-08 09:59:59'],
  ['America/Los_Angeles', 'the first time after the gap', '2026-03-08 03:00:00', '2026-03-08 10:00:00'],
  ['America/Los_Angeles', 'a time that comes twice', '2026-11-01 01:30:00', '2026-11-01 09:30:00'],
  ['America/Los_Angeles', 'the first time that comes once', '2026-11-01 02:00:00', '2026-11-01 10:00:00'],
  ['Europe/London', 'a skipped time', '2026-03-29 01:30:00', '2026-03-29 01:30:00'],
  ['Europe/London', 'summer', '2026-07-01 00:00:00', '2026-06-30 23:00:00'],
  ['Asia/Kolkata', 'half an hour off', '2026-01-01 00:00:00', '2025-12-31 18:30:00'],
  ['Australia/Lord_Howe', 'a change of half an hour, twice', '2026-04-05 01:45:00', '2026-04-04 15:15:00'],
  ['Pacific/Apia', 'after the day that was skipped', '2011-12-31 00:00:00', '2011-12-30 10:00:00'],
  ['America/St_Johns', 'winter', '2026-01-01 00:00:00', '2026-01-01 03:30:00'],
  ['UTC', 'no change at all', '2026-03-08 02:30:00', '2026-03-08 02:30:00'],
] as const

test.each(sample(CHANGES_OF_CLOCKS, 6))('local to UTC in %s, %s: %s is %sZ', async (timeZone, _, local, utc) => {
  const { load, rows } = await testWarehouse()
  await load({ orders: [orderRow({ time_basis: 'local', ordered: local })] }, { calendar: { timeZone } })
  expect(await rows('SELECT ordered_local::VARCHAR, ordered_utc::VARCHAR FROM orders')).toEqual([[local, utc]])
})

const INSTANTS = [
  ['America/Los_Angeles', '2026-03-08 09:59:59', '2026-03-08 01:59:59'],
  ['America/Los_Angeles', '2026-03-08 10:00:00', '2026-03-08 03:00:00'],
  ['America/Los_Angeles', '2026-11-01 08:30:00', '2026-11-01 01:30:00'],
  ['America/Los_Angeles', '2026-11-01 09:30:00', '2026-11-01 01:30:00'],
  ['Australia/Lord_Howe', '2026-04-04 15:15:00', '2026-04-05 01:45:00'],
  ['Pacific/Apia', '2011-12-30 09:59:59', '2011-12-29 23:59:59'],
  ['Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 00:00:00'],
  ['Asia/Kolkata', '1969-12-31 18:29:59', '1969-12-31 23:59:59'],
] as const

test.each(sample(INSTANTS, 4))('UTC to local in %s: %sZ is %s', async (timeZone, utc, local) => {
  const { load, rows } = await testWarehouse()
  const ordered = Date.parse(`${utc.replace(' ', 'T')}Z`)
  await load({ orders: [orderRow({ ordered })], order_lines: [lineRow()] }, { calendar: { timeZone } })
  expect(await rows('SELECT ordered_utc::VARCHAR, ordered_local::VARCHAR FROM orders')).toEqual([[utc, local]])
  expect(await rows('SELECT ordered_utc::VARCHAR, ordered_local::VARCHAR FROM order_lines')).toEqual([[utc, local]])
})

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns']
const HOURS_OF_TWO_YEARS = 2 * 365 * 24

test.each(sample(ZONES, 2))(
  'every sale lies in exactly one local day, in %s: the days sum to the range',
  async (timeZone) => {
    const { load, rows } = await testWarehouse()
    const ids = Array.from({ length: HOURS_OF_TWO_YEARS / 3 }, (_, index) => index)
    const ordered = (id: number) => Date.UTC(2025, 0, 1) + id * 3 * 3_600_000
    const orders = ids.map((id) => orderRow({ source_id: `o${id}`, ordered: ordered(id) }))
    const order_lines = ids.map((id) => lineRow({ order_source_id: `o${id}`, amount: id + 1 }))
    await load({ orders, order_lines }, { calendar: { timeZone } })
    const sum = (ids.length * (ids.length + 1)) / 2
    expect(
      await rows(`
      WITH days AS (SELECT ordered_local::DATE AS day, sum(net_sales) AS net FROM orders GROUP BY 1),
        calendar AS (SELECT unnest(generate_series(DATE '2024-12-31', DATE '2027-01-01', INTERVAL 1 DAY))::DATE AS day)
      SELECT sum(net)::BIGINT, count(*) FROM calendar LEFT JOIN days USING (day) WHERE net IS NOT NULL
        AND net = (SELECT sum(l.net_sales) FROM order_lines l WHERE l.ordered_local >= day AND l.ordered_local < day + INTERVAL 1 DAY)`),
    ).toEqual([[sum, (await rows('SELECT count(DISTINCT ordered_local::DATE) FROM orders'))[0]?.[0]]])
  },
)

const givenEitherWay = {
  orders: [
    orderRow({ source_id: 'instant', ordered: Date.UTC(2026, 6, 1, 6, 30), customer_source_id: 'c1' }),
    orderRow({ source_id: 'wall', time_basis: 'local', ordered: '2026-07-01 06:30:00' }),
  ],
  order_lines: [lineRow({ order_source_id: 'instant' }), lineRow({ order_source_id: 'wall' })],
  customers: [customerRow({ since: Date.UTC(2020, 0, 1) }), customerRow({ source_id: 'c2', since: null })],
  reservations: [reservationRow({ reserved: Date.UTC(2026, 6, 1, 20), customer_source_id: 'c1' })],
}
const TIMES = 'SELECT source_id, ordered_utc::VARCHAR, ordered_local::VARCHAR FROM orders ORDER BY 1'

test('a change of zone moves the local side of instants, the UTC side of wall-clock times and all that derives from them', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(givenEitherWay)
  expect(await rows('SELECT bottle_guests FROM reservations')).toEqual([[0]])
  expect(await warehouse.changeCalendar(1, { timeZone: 'UTC' })).toMatchObject({ changed: true, dataVersion: 2 })
  const moved = [
    ['instant', '2026-07-01 06:30:00', '2026-07-01 06:30:00'],
    ['wall', '2026-07-01 06:30:00', '2026-07-01 06:30:00'],
  ]
  expect(await rows(TIMES)).toEqual(moved)
  expect(await rows(TIMES.replace('source_id', 'order_source_id').replace('FROM orders', 'FROM order_lines'))).toEqual(
    moved,
  )
  expect(await rows('SELECT since_local::VARCHAR FROM customers ORDER BY source_id')).toEqual([
    ['2020-01-01 00:00:00'],
    [null],
  ])
  expect(await rows('SELECT bottle_guests FROM reservations')).toEqual([[2]])
})

test('a change to the zone that the rows have already changes nothing, and there and back is where it was', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(givenEitherWay)
  const before = await rows(TIMES)
  expect(await warehouse.changeCalendar(1, { timeZone: 'America/Los_Angeles' })).toMatchObject({
    changed: false,
    dataVersion: 1,
  })
  await warehouse.changeCalendar(1, { timeZone: 'Asia/Kolkata' })
  await warehouse.changeCalendar(1, { timeZone: 'America/Los_Angeles' })
  expect(await rows(TIMES)).toEqual(before)
  expect(await load(givenEitherWay)).toMatchObject({ changed: false })
})

test('a load follows the zone of the rows that are there: one that began before a change of zone cannot take it back', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(givenEitherWay)
  await warehouse.changeCalendar(1, { timeZone: 'UTC' })
  const late = { source_id: 'late', ordered: Date.UTC(2026, 6, 1, 6, 30) }
  await load({ orders: [orderRow(late)] }, { calendar: { timeZone: 'America/Los_Angeles' } })
  expect(await rows(TIMES)).toEqual(
    ['instant', 'late', 'wall'].map((id) => [id, '2026-07-01 06:30:00', '2026-07-01 06:30:00']),
  )
  expect(await warehouse.status(1)).toMatchObject({ timeZone: 'UTC' })
})

test('a first load that began before a change of zone follows it too', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  expect(await warehouse.changeCalendar(1, { timeZone: 'UTC' })).toMatchObject({ changed: false, dataVersion: 0 })
  await load({ orders: [orderRow({ ordered: Date.UTC(2026, 6, 1, 6, 30) })] })
  expect(await rows('SELECT ordered_local::VARCHAR FROM orders')).toEqual([['2026-07-01 06:30:00']])
})

test('progress goes from nothing to all rows that are looked at, and a change that is stopped changes nothing', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(givenEitherWay)
  const before = await rows(TIMES)
  const stop = new AbortController()
  const stopped = warehouse.changeCalendar(
    1,
    { timeZone: 'UTC' },
    {
      signal: stop.signal,
      onProgress: async (done) => {
        if (done > 0) stop.abort(new Error('stopped'))
      },
    },
  )
  await expect(stopped).rejects.toThrow('stopped')
  expect([await rows(TIMES), await warehouse.status(1)]).toMatchObject([before, { timeZone: 'America/Los_Angeles' }])
  const seen: [number, number][] = []
  await warehouse.changeCalendar(1, { timeZone: 'UTC' }, { onProgress: async (...one) => void seen.push(one) })
  const total = seen[0]?.[1] ?? 0
  expect(total).toBeGreaterThan(0)
  expect([seen[0], seen.at(-1)]).toEqual([
    [0, total],
    [total, total],
  ])
  expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).toSorted((a, b) => a - b))
})

test('a zone that no one knows fails the load', async () => {
  const { load } = await testWarehouse()
  await expect(load(givenEitherWay, { calendar: { timeZone: "Mars/Olympus'; --" } })).rejects.toMatchObject({
    code: 'warehouse.query_failed',
  })
})
