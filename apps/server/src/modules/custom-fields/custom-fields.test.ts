import { beforeAll, describe, expect, test } from 'vitest'
import { Understood } from '#contract/ask.ts'
import { CustomField } from '#contract/custom-fields.ts'
import { FilePreview } from '#contract/imports.ts'
import { ReportCatalog } from '#contract/report-catalog.ts'
import { DrillResult, Lineage, ReportResult } from '#contract/reports.ts'
import { inTransaction } from '#server/db/database.ts'
import { readPdf } from '#server/modules/reports/export/read-pdf.fixture.ts'
import { readSheet } from '#server/modules/reports/export/read-sheet.fixture.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { removeValuesOfDeleted } from './index.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage, ended } = serviceCalls(t)

/** Barrels 10, 20 and 20; casks A, A and none. */
const ORDERS = [
  ['o1', '2026-03-01', '100', 'c1', 'A', '10', '2026-04-01', 'yes', '1.50'],
  ['o2', '2026-03-02', '200', 'c2', 'A', '20', '2026-04-15', 'no', '2.25'],
  ['o3', '2026-03-03', '300', 'c1', '', '20', '2026-05-01', '', ''],
] as const
const FILE = `Order,Date,Net,Customer ID,Cask,Barrel,Racked,Insured,Freight\n${ORDERS.map((row) => row.join(',')).join('\n')}\n`
/** The same orders under other IDs: an import refuses those that another service has. */
const OTHER_ORDERS = FILE.replaceAll(/^o/gm, 'p')
const NUMERIC = ['None', 'Sum', 'Count', 'Min', 'Max', 'Avg', 'Median', 'Mode', 'P25', 'P75', 'P90', 'P95']
const MAPPING = { orderId: 'Order', orderDate: 'Date', netAmount: 'Net', customerId: 'Customer ID' }
const FIELDS = [
  { column: 'Cask', record: 'orders', label: 'Cask\'s "name" 🍷', type: 'text' },
  { column: 'Barrel', record: 'orders', label: 'Barrel', type: 'number' },
  { column: 'Racked', record: 'orders', label: 'Racked', type: 'date', format: 'YYYY-MM-DD' },
  { column: 'Insured', record: 'orders', label: 'Insured', type: 'boolean' },
  { column: 'Freight', record: 'orders', label: 'Freight', type: 'money' },
]
const [CASK, BARREL, RACKED, INSURED, FREIGHT] = [
  'custom_casksname',
  'custom_barrel',
  'custom_racked',
  'custom_insured',
  'custom_freight',
]

let owner: Member

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = owner.token) =>
  t.call(method, url, { token, ...(body ? { body } : {}) })

const importFile = async (member: Member, customFields: readonly object[], text = FILE) => {
  const service = await addService(member)
  const { fileId } = (await stage(member, service.id, text)).json<{ fileId: string }>()
  const settings = { fileId, kind: 'orders', mapping: MAPPING, customFields }
  const preview = await t.call('POST', `/service/${service.id}/preview`, {
    token: member.token,
    body: settings,
  })
  const started = await t.call('POST', `/service/${service.id}/import`, {
    token: member.token,
    body: settings,
  })
  const run =
    started.statusCode === 202 ? await ended(member, service.id, started.json<{ runId: string }>().runId) : null
  return { preview, started, run }
}

const query = (definition: object, more: object = {}) =>
  call('POST', '/reports/query', { definition: { reportType: 'Orders', ...definition }, ...more })

const result = async (definition: object, more: object = {}) => {
  const response = await query(definition, more)
  return ReportResult.parse(response.json())
}

const listed = async () => CustomField.array().parse((await call('GET', '/custom-fields')).json())

beforeAll(async () => {
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { preview, run } = await importFile(owner, FIELDS)
  expect(FilePreview.parse(preview.json()).problems).toEqual([])
  expect(run?.status).toBe('succeeded')
})

describe('columns kept at an import', () => {
  test('are custom fields with keys made of their labels', async () => {
    expect((await listed()).map(({ key, label, type }) => [key, label, type])).toEqual([
      [CASK, 'Cask\'s "name" 🍷', 'text'],
      [BARREL, 'Barrel', 'number'],
      [RACKED, 'Racked', 'date'],
      [INSURED, 'Insured', 'boolean'],
      [FREIGHT, 'Freight', 'money'],
    ])
  })

  test('are columns of the catalog for the builder, with what each can be aggregated by', async () => {
    const { reportTypes } = ReportCatalog.parse((await call('GET', '/reports/catalog')).json())
    const columns = reportTypes.find(({ reportType }) => reportType === 'Orders')?.columns ?? []
    const shown = columns.filter(({ columnId }) => [CASK, BARREL, RACKED, INSURED, FREIGHT].includes(columnId))
    expect(shown.map(({ displayName, type, aggregations }) => [displayName, type, aggregations])).toEqual([
      ['Cask\'s "name" 🍷', 'text', ['None', 'Count', 'Min', 'Max']],
      ['Barrel', 'number', NUMERIC],
      ['Racked', 'date', ['None', 'Count', 'Min', 'Max']],
      ['Insured', 'boolean', ['None', 'Count']],
      ['Freight', 'currency', NUMERIC],
    ])
    const months = columns.filter(({ columnId }) => columnId.startsWith(`${RACKED}_`)).map(({ columnId }) => columnId)
    expect(months).toContain(`${RACKED}_Month`)
  })

  test('are groups, and measures by sum, average, smallest and largest', async () => {
    const columns = [
      { columnId: CASK },
      ...['Sum', 'Avg', 'Min', 'Max'].map((aggregation) => ({ columnId: BARREL, aggregation })),
      { columnId: FREIGHT, aggregation: 'Sum' },
      { columnId: 'netSales' },
    ]
    const { rows, totals } = await result({ columns, groupColumns: [CASK], orderColumns: [{ columnId: CASK }] })
    expect(rows).toEqual([
      ['A', 30, 15, 10, 20, 3.75, 300],
      [null, 20, 20, 20, 20, 0, 300],
    ])
    expect(totals).toEqual([null, 50, 16.666667, 10, 20, 3.75, 600])
  })

  test.each([
    [{ columnId: CASK, comparison: 'Equal', value: 'A' }, ['o1', 'o2']],
    [{ columnId: CASK, comparison: 'IsNull' }, ['o3']],
    [{ columnId: CASK, comparison: 'Contains', value: 'a' }, ['o1', 'o2']],
    [{ columnId: BARREL, comparison: 'GreaterThan', value: 10 }, ['o2', 'o3']],
    [{ columnId: RACKED, comparison: 'LessThan', value: '2026-05-01' }, ['o1', 'o2']],
    [{ columnId: `${RACKED}_Month`, comparison: 'Equal', value: '2026-04' }, ['o1', 'o2']],
    [{ columnId: INSURED, comparison: 'IsFalse' }, ['o2']],
    [{ columnId: FREIGHT, comparison: 'Equal', value: 2.25 }, ['o2']],
    [{ columnId: CASK, comparison: 'Equal', value: "' OR '1'='1" }, []],
  ])('are filters: %j', async (filter, ids) => {
    const { rows } = await result({ columns: [{ columnId: 'orderId' }], filters: [filter] })
    expect(rows.map(([id]) => id)).toEqual(ids)
  })

  test('limit a report by their own days', async () => {
    const relativeDateFilter = { relativeRange: 'None', columnName: RACKED }
    const { rows } = await result(
      { columns: [{ columnId: 'orderId' }], relativeDateFilter },
      { from: '2026-04-02', until: '2026-05-01' },
    )
    expect(rows).toEqual([['o2']])
  })

  test('drill to their records, and explain a number with a proof', async () => {
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: CASK }, { columnId: BARREL, aggregation: 'Sum' }],
      groupColumns: [CASK],
    }
    const cell = { row: { [CASK]: 'A' }, measure: BARREL, aggregation: 'Sum' }
    const drilled = DrillResult.parse((await call('POST', '/reports/drill', { definition, cell })).json())
    const at = drilled.columns.findIndex(({ columnId }) => columnId === BARREL)
    expect(drilled.rows.map((row) => row[at])).toEqual([10, 20])
    const lineage = Lineage.parse((await call('POST', '/reports/explain', { definition, cell })).json())
    expect({ value: lineage.value, matches: lineage.proof.matches, label: lineage.filters[0]?.label }).toEqual({
      value: 30,
      matches: true,
      label: 'Cask\'s "name" 🍷',
    })
  })

  test.each([
    ['net sales where cask\'s "name" 🍷 is A', 300],
    ['net sales with insured no', 200],
  ])('are filters of questions by their values: %s', async (question, netSales) => {
    const { definition } = Understood.parse((await call('POST', '/insight/ask', { question })).json())
    const { columns, rows } = await result(definition)
    expect(rows[0]?.[columns.findIndex(({ columnId }) => columnId === 'netSales')]).toBe(netSales)
  })

  test('are columns of an export, under their labels', async () => {
    const columns = [{ columnId: 'orderId' }, { columnId: CASK }, { columnId: FREIGHT }, { columnId: RACKED }]
    const definition = { reportType: 'Orders', columns, orderColumns: [{ columnId: 'orderId' }] }
    const response = await call('POST', '/reports/export', { definition, format: 'csv' })
    expect(response.statusCode).toBe(200)
    const lines = response.body.replace('\uFEFF', '').split(/\r?\n/)
    expect(lines[0]).toContain('"Cask\'s ""name"" 🍷"')
    expect(lines.slice(1, 4)).toEqual(['o1,A,1.50,2026-04-01', 'o2,A,2.25,2026-04-15', 'o3,,,2026-05-01'])
  })
})

describe('exported files', () => {
  const columns = [CASK, BARREL, RACKED, FREIGHT].map((columnId) => ({ columnId }))
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'orderId' }, ...columns],
    orderColumns: [{ columnId: 'orderId' }],
  }
  const file = async (format: string) => (await call('POST', '/reports/export', { definition, format })).rawPayload

  test('a sheet has texts, numbers, dates and money of custom fields', async () => {
    const [titles = [], ...rows] = readSheet(await file('xlsx'), 1)
    expect(titles[1]?.value).toBe('Cask\'s "name" 🍷')
    const day = (date: string) => String((Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000)
    expect(rows.slice(0, 3).map((row) => [0, 1, 2, 3, 4].map((at) => row[at]?.value ?? ''))).toEqual([
      ['o1', 'A', '10', day('2026-04-01'), '1.5'],
      ['o2', 'A', '20', day('2026-04-15'), '2.25'],
      ['o3', '', '20', day('2026-05-01'), ''],
    ])
    expect(rows[0]?.[3]?.format).toBe('yyyy-mm-dd')
  })

  test('a PDF prints them as the screen does', async () => {
    const text = readPdf(await file('pdf'))
      .flat()
      .join(' ')
      .replace(/\s+/g, ' ')
    for (const row of ['o1 A 10 Apr 1, 2026 $1.50', 'o2 A 20 Apr 15, 2026 $2.25']) expect(text).toContain(row)
  })
})

describe('custom fields of an account', () => {
  test('a second import uses a field with the same record, label and type', async () => {
    const before = await listed()
    const field = { column: 'Barrel', record: 'orders', label: 'BARREL', type: 'number' }
    const { run } = await importFile(owner, [field], OTHER_ORDERS)
    expect(run?.status).toBe('succeeded')
    expect(await listed()).toEqual(before)
  })

  test('a renamed field keeps its key and its values; results say so at once', async () => {
    const member = await t.register({ currency: 'USD' })
    const { run } = await importFile(member, [FIELDS[1] ?? {}])
    expect(run?.status).toBe('succeeded')
    const ask = async () => {
      const definition = { reportType: 'Orders', columns: [{ columnId: BARREL, aggregation: 'Sum' }] }
      const response = await t.call('POST', '/reports/query', { token: member.token, body: { definition } })
      const { columns, rows } = ReportResult.parse(response.json())
      return [columns[0]?.displayName, rows]
    }
    expect(await ask()).toEqual(['Barrel (sum)', [[50]]])
    const renamed = await call('PUT', `/custom-fields/${BARREL}`, { label: 'Cooperage' }, member.token)
    expect(renamed.json()).toMatchObject({ key: BARREL, label: 'Cooperage' })
    expect(await ask()).toEqual(['Cooperage (sum)', [[50]]])
  })

  test('a deleted field is no column, its reports are counted before, and its key is not used again', async () => {
    const member = await t.register({ currency: 'USD' })
    await importFile(member, [FIELDS[1] ?? {}])
    const definition = {
      name: 'By barrel',
      reportType: 'Orders',
      columns: [{ columnId: 'orderId' }, { columnId: BARREL }],
    }
    expect((await call('POST', '/reports', definition, member.token)).statusCode).toBe(201)
    const [field] = CustomField.array().parse((await call('GET', '/custom-fields', undefined, member.token)).json())
    expect(field).toMatchObject({ key: BARREL, reportCount: 1 })
    expect((await call('DELETE', `/custom-fields/${BARREL}`, undefined, member.token)).statusCode).toBe(204)
    const body = { definition: { reportType: 'Orders', columns: [{ columnId: BARREL }] } }
    const response = await t.call('POST', '/reports/query', { token: member.token, body })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      expect.objectContaining({ field: 'columns[0]', message: `${BARREL} is not a column of Orders` }),
    ])
    const added = await call(
      'POST',
      '/custom-fields',
      { label: 'Barrel', record: 'orders', type: 'text' },
      member.token,
    )
    expect(added.json()).toMatchObject({ key: 'custom_barrel2' })
  })

  test('the values of a deleted field leave the records, and a new field of its name has none', async () => {
    const member = await t.register({ currency: 'USD' })
    await importFile(member, [FIELDS[1] ?? {}, FIELDS[2] ?? {}])
    const stored = async () => {
      const sql = 'SELECT custom FROM orders WHERE custom IS NOT NULL ORDER BY source_id'
      const rows = await t.rows(member.accountId, sql)
      return rows.map(([custom]) => JSON.parse(String(custom)))
    }
    expect(await stored()).toEqual(ORDERS.map((row) => ({ [BARREL]: row[5], [RACKED]: row[6] })))
    await call('DELETE', `/custom-fields/${BARREL}`, undefined, member.token)
    await expect.poll(stored).toEqual(ORDERS.map((row) => ({ [RACKED]: row[6] })))
    const { run } = await importFile(member, [{ ...FIELDS[1], column: 'Freight' }], OTHER_ORDERS)
    expect(run?.status).toBe('succeeded')
    const definition = {
      reportType: 'Orders',
      columns: [{ columnId: 'custom_barrel2', aggregation: 'Sum' }, { columnId: 'orderCount' }],
    }
    const response = await t.call('POST', '/reports/query', { token: member.token, body: { definition } })
    expect(ReportResult.parse(response.json()).rows).toEqual([[3.75, 6]])
  })

  test('a field that is deleted while an import runs has no values afterwards', async () => {
    const member = await t.register({ currency: 'USD' })
    await importFile(member, [FIELDS[1] ?? {}])
    const values = JSON.stringify({ [BARREL]: '7', custom_other: '8' })
    await call('DELETE', `/custom-fields/${BARREL}`, undefined, member.token)
    await t.load(member.accountId, { orders: [orderRow({ custom: values })] }, { serviceId: 'late', timeZone: 'UTC' })
    await inTransaction(t.deps.db, (db) =>
      removeValuesOfDeleted({ ...t.deps, db }, member.accountId, ['custom_other', BARREL]),
    )
    const sql = "SELECT custom FROM orders WHERE service_id = 'late'"
    await expect.poll(() => t.rows(member.accountId, sql)).toEqual([[JSON.stringify({ custom_other: '8' })]])
  })

  test.each([
    ['of a standard column', { label: 'net SALES', record: 'orders', type: 'text' }],
    ['of another field', { label: 'barrel', record: 'orders', type: 'money' }],
    ['of nothing but blanks', { label: '  ', record: 'orders', type: 'text' }],
    ['of more than 60 characters', { label: 'x'.repeat(61), record: 'orders', type: 'text' }],
  ])('refuse a label %s', async (_name, body) => {
    const response = await call('POST', '/custom-fields', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([expect.objectContaining({ field: 'label' })])
  })

  test('a label may be any text; its key has letters and digits only', async () => {
    const member = await t.register({ currency: 'USD' })
    for (const label of ["'; DROP TABLE orders; --", '🍷', '{"a":1}', '$.custom_x', '日本', '<b>Bold</b>']) {
      const response = await call('POST', '/custom-fields', { label, record: 'products', type: 'text' }, member.token)
      expect(CustomField.parse(response.json())).toMatchObject({
        label,
        key: expect.stringMatching(/^custom_[a-z0-9]+$/),
      })
    }
    const columns = (await call('GET', '/custom-fields', undefined, member.token)).json<{ key: string }[]>()
    const definition = { reportType: 'Products', columns: columns.map(({ key }) => ({ columnId: key })) }
    const response = await t.call('POST', '/reports/query', { token: member.token, body: { definition } })
    expect(response.statusCode).toBe(200)
  })

  test('belong to their account: another has no such column and cannot change it', async () => {
    const other = await t.register({ currency: 'USD' })
    const body = { definition: { reportType: 'Orders', columns: [{ columnId: BARREL }] } }
    expect((await t.call('POST', '/reports/query', { token: other.token, body })).statusCode).toBe(400)
    expect((await call('PUT', `/custom-fields/${BARREL}`, { label: 'Mine' }, other.token)).statusCode).toBe(404)
    expect((await call('DELETE', `/custom-fields/${BARREL}`, undefined, other.token)).statusCode).toBe(404)
  })

  test('an account has up to 100, at an import too', async () => {
    const member = await t.register({ currency: 'USD' })
    const stored = Array.from({ length: 100 }, (_, place) => ({
      key: `custom_f${place}`,
      label: `F${place}`,
      record: 'orders' as const,
      type: 'text' as const,
    }))
    await t.setAccount(member, { custom_fields: JSON.stringify(stored) })
    const added = await call('POST', '/custom-fields', { label: 'More', record: 'orders', type: 'text' }, member.token)
    expect(added.statusCode).toBe(409)
    const { started } = await importFile(member, [FIELDS[1] ?? {}])
    expect(started.statusCode).toBe(409)
  })
})

test('a preview proposes the columns that are left out, and shows those that are kept', async () => {
  const { preview } = await importFile(owner, FIELDS.slice(0, 1))
  const { unmapped } = FilePreview.parse(preview.json())
  expect(unmapped.map(({ column, record, type }) => [column, record, type])).toEqual([
    ['Cask', 'orders', 'text'],
    ['Barrel', 'orders', 'number'],
    ['Racked', 'orders', 'date'],
    ['Insured', 'orders', 'boolean'],
    ['Freight', 'orders', 'number'],
  ])
})
