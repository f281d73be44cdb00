import { beforeAll, describe, expect, test } from 'vitest'
import { FilePreview } from '#contract/imports.ts'
import { CodeLists } from '#contract/own-codes.ts'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { DrillResult, ReportResult } from '#contract/reports.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { adoptCodeRulesHandler } from './own-codes.usecases.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage, ended } = serviceCalls(t)

/** An export with channels, types and statuses of its own, in German: `Weg` is the channel. */
const WAYS = ['Newsletter', 'NEWSLETTER', 'Weinzug', 'Hofladen', 'Online-Shop', 'Web', 'Messe Köln', '', 'club']
const KINDS = ['Abverkauf', 'Muster', 'regular']
const STATES = ['im Lager', 'raus', 'fulfilled']
const ROWS = Array.from({ length: 120 }, (_, index) => ({
  id: `R-${index}`,
  date: `${String(1 + (index % 28)).padStart(2, '0')}.0${1 + (index % 5)}.2026`,
  way: WAYS[(index * 7) % WAYS.length] ?? '',
  kind: KINDS[index % KINDS.length] ?? '',
  state: STATES[(index * 5) % STATES.length] ?? '',
  cents: ((index * 7_919) % 150_000) + 1,
}))
type Row = (typeof ROWS)[number]

const german = (cents: number): string =>
  (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const FILE = `Beleg;Datum;Weg;Art;Stand;Netto\n${ROWS.map((row) => [row.id, row.date, row.way, row.kind, row.state, german(row.cents)].join(';')).join('\n')}\n`
const MAPPING = {
  orderId: 'Beleg',
  orderDate: { column: 'Datum', format: 'DD.MM.YYYY' },
  netAmount: 'Netto',
  channel: 'Weg',
  orderType: 'Art',
  fulfillmentStatus: 'Stand',
}

/** Sums of the file by a name, in the order of the names: a loop over its rows and nothing else. */
const sumsBy = (nameOf: (row: Row) => string): [string, number][] => {
  const sums = new Map<string, number>()
  for (const row of ROWS) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + row.cents)
  return [...sums]
    .map(([name, cents]): [string, number] => [name, cents / 100])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const STANDARD: Readonly<Record<string, string>> = { web: 'Web', club: 'Club', '': 'Other' }

let owner: Member

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = owner.token) =>
  t.call(method, url, { token, ...(body ? { body } : {}) })

const importFile = async (text: string): Promise<void> => {
  const service = await addService(owner)
  const { fileId } = (await stage(owner, service.id, text)).json<{ fileId: string }>()
  const body = { fileId, kind: 'orders', mapping: MAPPING }
  const started = await t.call('POST', `/service/${service.id}/import`, { token: owner.token, body })
  const run = await ended(owner, service.id, started.json<{ runId: string }>().runId)
  expect(run).toMatchObject({ status: 'succeeded' })
}

const result = async (definition: object) =>
  ReportResult.parse(
    (await call('POST', '/reports/query', { definition: { reportType: 'Orders', ...definition } })).json(),
  )

const netSalesBy = async (columnId: string, filters: readonly object[] = []) => {
  const columns = [{ columnId }, { columnId: 'netSales' }]
  const { rows } = await result({ columns, groupColumns: [columnId], orderColumns: [{ columnId }], filters })
  return rows
}

const add = async (list: string, label: string, parent: string, ...values: string[]): Promise<string> => {
  const response = await call('POST', '/own-codes', { list, label, parent, values })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ key: string }>().key
}

const lists = async () => CodeLists.parse((await call('GET', '/own-codes')).json())

let newsletter: string
let train: string

beforeAll(async () => {
  owner = await t.register({ timeZone: 'Europe/Berlin', currency: 'USD' })
  await importFile(FILE)
})

test('before an account has own codes, its data shows which values the standard lists lack', async () => {
  const { codes, others } = await lists()
  expect(codes).toEqual([])
  const count = (value: string) => ROWS.filter(({ way }) => way === value).length
  expect(others.find(({ value }) => value === 'Weinzug')).toEqual({
    list: 'channel',
    value: 'Weinzug',
    code: 'other',
    orders: count('Weinzug'),
  })
  expect(others.filter(({ value }) => value.toLowerCase() === 'newsletter')).toEqual([
    { list: 'channel', value: expect.any(String), code: 'other', orders: count('Newsletter') + count('NEWSLETTER') },
  ])
  expect(others.find(({ value, list }) => list === 'channel' && value === 'Web')).toMatchObject({ code: 'web' })
  const { reportTypes } = ReportCatalog.parse((await call('GET', '/reports/catalog')).json())
  const orders = reportTypes.find(({ reportType }) => reportType === 'Orders')?.columns.map(({ columnId }) => columnId)
  expect(orders).not.toContain('ownChannel')
})

describe('own codes of values that are already stored', () => {
  const OWN: Readonly<Record<string, string>> = {
    newsletter: 'Mailings 🍷',
    weinzug: "O'Train",
    hofladen: 'Farm shop',
    'online-shop': 'Mailings 🍷',
  }
  const own = ({ way }: Row): string => OWN[way.toLowerCase()] ?? STANDARD[way.toLowerCase()] ?? 'Other'

  test('group orders at once, and add up to what a loop over the file does', async () => {
    newsletter = await add('channel', 'Mailings 🍷', 'web', 'newsletter', 'ONLINE-SHOP')
    train = await add('channel', "O'Train", 'event', 'Weinzug')
    await add('channel', 'Farm shop', 'pos', 'Hofladen')
    expect(await netSalesBy('ownChannel')).toEqual(sumsBy(own))
    const parents: Readonly<Record<string, string>> = { 'Mailings 🍷': 'web', "O'Train": 'event', 'Farm shop': 'pos' }
    const parentOf = (row: Row) => parents[own(row)] ?? own(row).toLowerCase()
    expect(await netSalesBy('channel')).toEqual(sumsBy(parentOf))
  })

  test('belong to their standard channel in its filters and in the built-in report', async () => {
    const inWeb = sumsBy((row) => String(['Mailings 🍷', 'Web'].includes(own(row))))
    const { totals } = await result({
      columns: [{ columnId: 'netSales' }],
      filters: [{ columnId: 'channel', comparison: 'Equal', value: 'web' }],
    })
    expect(['true', ...totals]).toEqual(inWeb.find(([isIn]) => isIn === 'true'))
    const builtIn = await call('POST', '/reports/query', {
      definition: { builtin: 'orders/by-sales-channel' },
      from: '2026-01-01',
      until: '2027-01-01',
    })
    expect(ReportResult.parse(builtIn.json()).rows.find(([channel]) => channel === 'web')?.[1]).toBe(totals[0])
  })

  test.each([['mailings 🍷'], ['Mailings 🍷']])('filter by label in any case: %s', async (value) => {
    const filters = [{ columnId: 'ownChannel', comparison: 'Equal', value }]
    expect(await netSalesBy('ownChannel', filters)).toEqual(sumsBy(own).filter(([label]) => label === 'Mailings 🍷'))
  })

  test('lead from a number to its orders', async () => {
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: 'ownChannel' }, { columnId: 'netSales' }],
      groupColumns: ['ownChannel'],
    }
    const cell = { row: { ownChannel: "O'Train" }, measure: 'netSales' }
    const drilled = DrillResult.parse((await call('POST', '/reports/drill', { definition, cell })).json())
    expect(drilled.rows.map(([id]) => String(id)).toSorted()).toEqual(
      ROWS.filter((row) => own(row) === "O'Train")
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  test('are in files by label', async () => {
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: 'ownChannel' }, { columnId: 'netSales' }],
      groupColumns: ['ownChannel'],
      orderColumns: [{ columnId: 'ownChannel' }],
    }
    const file = await call('POST', '/reports/export', { definition, format: 'csv' })
    const [, ...lines] = file.body.trim().split(/\r?\n/)
    expect(lines).toEqual(sumsBy(own).map(([label, sum]) => `${label},${sum.toFixed(2)}`))
  })

  test('move at once with a new parent, name or values', async () => {
    await call('PUT', `/own-codes/${train}`, { parent: 'club' })
    const clubs = sumsBy((row) => String(["O'Train", 'Club'].includes(own(row))))
    const club = [{ columnId: 'channel', comparison: 'Equal', value: 'club' }]
    expect((await netSalesBy('isClubOrder', club))[0]?.[1]).toBe(clubs.find(([isIn]) => isIn === 'true')?.[1])
    await call('PUT', `/own-codes/${newsletter}`, { label: 'Mail', values: ['Newsletter'] })
    const renamed = (row: Row) => (row.way === 'Online-Shop' ? 'Web' : own(row).replace('Mailings 🍷', 'Mail'))
    expect(await netSalesBy('ownChannel')).toEqual(sumsBy(renamed))
    const former = [{ columnId: 'ownChannel', comparison: 'Equal', value: 'Mailings 🍷' }]
    expect(await netSalesBy('ownChannel', former)).toEqual(sumsBy(renamed).filter(([label]) => label === 'Mail'))
  })

  test('have their standard code in the preview of a file', async () => {
    const service = await addService(owner)
    const { fileId } = (await stage(owner, service.id, FILE)).json<{ fileId: string }>()
    const body = { fileId, kind: 'orders', mapping: MAPPING }
    const preview = await t.call('POST', `/service/${service.id}/preview`, { token: owner.token, body })
    const channels = FilePreview.parse(preview.json()).values.channel ?? []
    const codeOf = (value: string) => channels.find((one) => one.value === value)?.code
    expect(['Newsletter', 'NEWSLETTER', 'Weinzug', 'Messe Köln', 'Web'].map(codeOf)).toEqual([
      'web',
      'web',
      'club',
      'other',
      'web',
    ])
  })

  test('fall back to their parents when they are removed, also in later imports', async () => {
    expect((await call('DELETE', `/own-codes/${newsletter}`)).statusCode).toBe(204)
    const left = (row: Row) => (own(row) === 'Mailings 🍷' ? 'Web' : own(row))
    expect(await netSalesBy('ownChannel')).toEqual(sumsBy(left))
    await importFile('Beleg;Datum;Weg;Art;Stand;Netto\nN-1;01.04.2026;newsletter;Abverkauf;raus;10,00\n')
    const { rows } = await result({
      columns: [{ columnId: 'ownChannel' }, { columnId: 'channel' }],
      filters: [{ columnId: 'orderId', comparison: 'Equal', value: 'N-1' }],
    })
    expect(rows).toEqual([['Web', 'web']])
  })
})

test('order types and fulfillment statuses have own codes too, and orders wait by their parents', async () => {
  await add('orderType', 'Sample', 'no_charge', 'muster')
  await add('fulfillmentStatus', 'In the warehouse', 'unfulfilled', 'IM LAGER')
  const kinds = (row: Row) => ({ Abverkauf: 'Other', Muster: 'Sample', regular: 'Regular' })[row.kind] ?? ''
  const ours = [{ columnId: 'orderId', comparison: 'StartsWith', value: 'R-' }]
  expect(await netSalesBy('ownOrderType', ours)).toEqual(sumsBy(kinds))
  const states = (row: Row) =>
    ({ 'im Lager': 'In the warehouse', raus: 'Other', fulfilled: 'Fulfilled' })[row.state] ?? ''
  expect(await netSalesBy('ownFulfillmentStatus', ours)).toEqual(sumsBy(states))
  const waiting = [...ours, { columnId: 'isAwaiting', comparison: 'IsTrue' }]
  expect(await netSalesBy('isAwaiting', waiting)).toEqual([
    [true, sumsBy(({ state }) => state).find(([state]) => state === 'im Lager')?.[1]],
  ])
})

test('an item type of one’s own decides what the goods of a category are', async () => {
  const service = await addService(owner)
  const lines = ['K-1,2026-04-02,Riesling 2022,Hausgemacht,2,40.00', 'K-1,2026-04-02,Tresterbrand,Brennerei,1,30.00']
  const { fileId } = (
    await stage(owner, service.id, ['Order ID,Order Date,Item,Category,Quantity,Line amount', ...lines].join('\n'))
  ).json<{ fileId: string }>()
  const started = await call('POST', `/service/${service.id}/import`, { fileId, kind: 'order_lines' })
  await ended(owner, service.id, started.json<{ runId: string }>().runId)
  const bottles = () =>
    result({
      reportType: 'OrderLines',
      columns: [{ columnId: 'itemKind' }, { columnId: 'ownItemKind' }, { columnId: 'unitsSold' }],
      groupColumns: ['itemKind', 'ownItemKind'],
      orderColumns: [{ columnId: 'unitsSold' }],
      filters: [{ columnId: 'orderId', comparison: 'Equal', value: 'K-1' }],
    })
  expect((await bottles()).rows).toEqual([['wine', 'Wine', 3]])
  expect((await lists()).others).toContainEqual({ list: 'itemKind', value: 'Brennerei', code: 'wine', orders: 1 })
  await add('itemKind', 'Spirits', 'other', 'brennerei')
  expect((await bottles()).rows).toEqual([
    ['other', 'Spirits', 1],
    ['wine', 'Wine', 2],
  ])
  expect(
    (await call('POST', '/own-codes', { list: 'itemKind', label: 'Voucher', parent: 'gift_card' })).statusCode,
  ).toBe(400)
})

test.each([
  [{ list: 'channel', label: 'web', parent: 'web' }, 'web is one of the standard names'],
  [{ list: 'channel', label: 'Tasting ROOM', parent: 'web' }, 'Tasting ROOM is one of the standard names'],
  [{ list: 'channel', label: 'FARM shop', parent: 'web' }, 'There is already an entry called FARM shop'],
  [{ list: 'channel', label: 'Fair', parent: 'fulfilled' }, 'Choose one of the standard values'],
])('refuses %j', async (body, message) => {
  const response = await call('POST', '/own-codes', body)
  expect(response.statusCode).toBe(400)
  expect(response.body).toContain(message)
})

test('a value belongs to the code that asked for it last', async () => {
  const fair = await add('channel', 'Fair', 'event', 'Hofladen', 'Messe Köln')
  const { codes } = await lists()
  expect(codes.find(({ label }) => label === 'Farm shop')).toMatchObject({ values: [], orders: 0 })
  const count = ROWS.filter(({ way }) => ['Hofladen', 'Messe Köln'].includes(way)).length
  expect(codes.find(({ key }) => key === fair)).toMatchObject({ orders: count })
})

test('the codes of one account are not those of another', async () => {
  const other = await t.register()
  expect((await call('PUT', `/own-codes/${train}`, { label: 'Mine' }, other.token)).statusCode).toBe(404)
  expect((await call('DELETE', `/own-codes/${train}`, undefined, other.token)).statusCode).toBe(404)
  expect((await call('GET', '/own-codes', undefined, other.token)).json()).toEqual({ codes: [], others: [] })
})

test('codes that were saved when the server stopped are applied by the job', async () => {
  const { own_codes } = await t.deps.db
    .selectFrom('accounts')
    .where('id', '=', owner.accountId)
    .select('own_codes')
    .executeTakeFirstOrThrow()
  const codes = own_codes.codes.map((code) => (code.key === train ? { ...code, parent: 'wholesale' } : code))
  const next = JSON.stringify({ ...own_codes, codes, version: own_codes.version + 1 })
  await t.setAccount(owner, { own_codes: next })
  await runJob(adoptCodeRulesHandler, t.deps, { accountId: owner.accountId })
  const wholesale = [{ columnId: 'channel', comparison: 'Equal', value: 'wholesale' }]
  expect((await netSalesBy('ownChannel', wholesale)).map(([label]) => label)).toEqual(["O'Train"])
})
