import { beforeAll, expect, test } from 'vitest'
import { ReportResult } from '#contract/reports.ts'
import { SAMPLE_ZONE } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { customerRow, lineRow, orderRow, reservationRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
let owner: Member

interface Visit {
  readonly host: string
  readonly guests: number
  readonly hour: number
  readonly buys?: boolean
  readonly customer?: string
}

const at = (hour: number) => `2026-05-04 ${String(hour).padStart(2, '0')}:00:00`

const loadVisits = async (serviceId: string, visits: readonly Visit[]): Promise<void> => {
  const { accountId } = owner
  const load = await t.deps.warehouse.beginLoad({
    ...{ accountId, serviceId, batchId: serviceId, mode: 'merge' },
    calendar: { timeZone: SAMPLE_ZONE },
  })
  const idAt = (index: number) => `${serviceId}-${index}`
  await load.append('customers', [
    customerRow({ source_id: 'ana', email: 'ana@example.com' }),
    customerRow({ source_id: 'ben', email: null }),
    customerRow({ source_id: 'cleo', email: 'cleo@example.com' }),
  ])
  await load.append(
    'orders',
    visits.map((_, index) => orderRow({ source_id: idAt(index), customer_source_id: null })),
  )
  await load.append(
    'order_lines',
    visits.flatMap(({ buys = false }, index) =>
      buys ? [lineRow({ order_source_id: idAt(index), item_kind: 'wine', quantity: 1 })] : [],
    ),
  )
  await load.append(
    'reservations',
    visits.map(({ host, guests, hour, customer = null }, index) =>
      reservationRow({
        ...{ source_id: idAt(index), order_source_id: idAt(index), team_member: host, guests, trade_guests: 0 },
        ...{ reserved: at(hour), time_basis: 'local', status: 'closed_out', customer_source_id: customer },
      }),
    ),
  )
  await load.commit()
}

beforeAll(async () => {
  owner = await t.register({ timeZone: SAMPLE_ZONE, currency: 'USD' })
  await loadVisits('names-guests', [
    { host: 'Ana', guests: 10, hour: 11, buys: true, customer: 'ana' },
    { host: 'Ana', guests: 90, hour: 12, customer: 'ben' },
    { host: 'Ben', guests: 30, hour: 14, buys: true, customer: 'cleo' },
    { host: 'Ben', guests: 30, hour: 15 },
    { host: 'Cleo', guests: 2, hour: 18, buys: true, customer: 'gone' },
  ])
  await loadVisits('names-nobody', [{ host: 'Dan', guests: 40, hour: 17 }])
})

const answer = async (columnIds: readonly string[], more: object = {}): Promise<ReportResult> => {
  const definition = {
    ...{ reportType: 'Reservations', columns: columnIds.map((columnId) => ({ columnId })), ...more },
    groupColumns: columnIds.slice(0, 1),
  }
  const response = await t.call('POST', '/reports/query', { token: owner.token, body: { definition } })
  return ReportResult.parse(response.json())
}

test('counts what a proportion is of in a column that the definition does not show', async () => {
  const { columns, rows, totals } = await answer(['teamMember', 'bottleConversion', 'guests'])
  expect(columns.slice(3).map(({ countOf, displayName, aggregation }) => [countOf, displayName, aggregation])).toEqual([
    ['bottleConversion', 'Guests', 'Count'],
  ])
  expect(rows).toEqual([
    ['Ana', 0.1, 100, 100],
    ['Ben', 0.5, 60, 60],
    ['Cleo', 1, 2, 2],
    ['Dan', 0, 40, 40],
  ])
  expect(totals).toEqual([null, 0.2079, 202, 202])
})

test.each(['desc', 'asc'])('does not rank the rate of a few: %s', async (direction) => {
  const { rows } = await answer(['teamMember', 'bottleConversion'], {
    orderColumns: [{ columnId: 'bottleConversion', direction }],
  })
  const ranked = ['Ben', 'Ana', 'Dan']
  expect(rows.map(([host]) => host)).toEqual([...(direction === 'desc' ? ranked : ranked.toReversed()), 'Cleo'])
})

test('a top N by a proportion keeps groups of enough', async () => {
  const { rows } = await answer(['teamMember', 'bottleConversion'], {
    groupLimits: [{ columnId: 'teamMember', top: 1, by: { columnId: 'bottleConversion' } }],
    orderColumns: [{ columnId: 'bottleConversion', direction: 'desc' }],
  })
  expect(rows.map(([host]) => host)).toEqual(['Ben', 'All others'])
})

test('has no capture rate of a source that names no customers of visits', async () => {
  const { rows, totals } = await answer(['teamMember', 'contacts', 'captureRate'])
  expect(rows).toEqual([
    ['Ana', 1, 0.5, 2],
    ['Ben', 1, 0.5, 2],
    ['Cleo', 0, 0, 1],
    ['Dan', 0, null, 0],
  ])
  expect(totals).toEqual([null, 2, 0.4, 5])
})

test('a day has four parts, in their order', async () => {
  const { rows } = await answer(['dayPart', 'guests'])
  expect(rows).toEqual([
    ['morning', 10],
    ['early_afternoon', 120],
    ['late_afternoon', 70],
    ['evening', 2],
  ])
})
