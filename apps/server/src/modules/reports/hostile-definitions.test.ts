import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isSameSitePath } from '#domain/field-rules.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

const corpus = (name: string) =>
  readFileSync(new URL(`../../../../../packages/testkit/corpora/${name}`, import.meta.url), 'utf8')
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const naughty = [
  ...z.array(z.string()).parse(JSON.parse(corpus('blns.json'))),
  ...corpus('xss.txt').split('\n'),
  ...corpus('traversal.txt').split('\n'),
  "' OR '1'='1",
  "'; DROP TABLE orders; --",
  "read_text('/etc/passwd')",
  '$1',
].filter((text) => text.trim() !== '' && text.length <= 1000 && isStorable(text))
const texts = [...new Set(naughty.map((text) => text.trim()))]

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const owner = await t.register({ timeZone: 'UTC', currency: 'USD' })
await t.load(
  owner.accountId,
  {
    orders: texts.map((name, index) => orderRow({ source_id: `o${index}`, customer_name: name })),
    order_lines: texts.map((_, index) => lineRow({ order_source_id: `o${index}` })),
  },
  { serviceId: 's1', timeZone: 'UTC' },
)

const runReport = (definition: object, more: object = {}) =>
  t.call('POST', '/reports/query', { token: owner.token, body: { definition, pageSize: 500, ...more } })

const byName = (filters: readonly object[], filterOperator = 'Or') => ({
  reportType: 'Orders',
  columns: [{ columnId: 'customerName' }, { columnId: 'orderCount' }],
  groupColumns: ['customerName'],
  filters,
  filterOperator,
})

const namesOf = async (filters: readonly object[]): Promise<string[]> => {
  const response = await runReport(byName(filters))
  expect(response.statusCode).toBe(200)
  return response.json().rows.map(([name]: [string]) => name)
}

const chunks = (size: number): string[][] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, index) => texts.slice(index * size, (index + 1) * size))

test('security 36: matches each corpus text literally as a filter value', async () => {
  expect(texts.length).toBeGreaterThan(1_000)
  for (const some of chunks(50)) {
    const found = await namesOf(some.map((value) => ({ columnId: 'customerName', comparison: 'Equal', value })))
    expect(found.toSorted()).toEqual(some.toSorted())
  }
})

test('security 36: matches special characters literally in partial matches', async () => {
  const special = texts.filter((text) => text.length > 6 && /^[ -~]+$/.test(text) && /['"%_\\$;]/.test(text))
  for (const value of sample(special, 6)) {
    const found = await namesOf([{ columnId: 'customerName', comparison: 'Contains', value }])
    const expected = texts.filter((text) => text.toLowerCase().includes(value.toLowerCase()))
    expect(found).toEqual(expect.arrayContaining(expected.filter((text) => /^[ -~]+$/.test(text))))
    for (const name of found) expect(name.toLowerCase()).toContain(value.toLowerCase())
  }
})

const SAMPLE = sample(
  texts.filter((_, index) => index % 60 === 0),
  4,
)

const fields: Record<string, (text: string) => object> = {
  'a column': (text) => ({ reportType: 'Orders', columns: [{ columnId: text }] }),
  'a column name': (text) => ({ reportType: 'Orders', columns: [{ columnName: text }] }),
  'a type': (text) => ({ reportType: text, columns: [{ columnId: 'orderCount' }] }),
  'a group': (text) => ({ ...byName([]), groupColumns: [text] }),
  'a sort': (text) => ({ ...byName([]), orderColumns: [{ columnId: text }] }),
  'a direction': (text) => ({ ...byName([]), orderColumns: [{ columnId: 'orderCount', direction: text }] }),
  'a comparison': (text) => byName([{ columnId: 'customerName', comparison: text, value: 'a' }]),
  'a filter column': (text) => byName([{ columnId: text, value: 'a' }]),
  'an operator': (text) => byName([], text),
  'an aggregation': (text) => ({ reportType: 'Orders', columns: [{ columnId: 'orderCount', aggregation: text }] }),
  'a format': (text) => ({ reportType: 'Orders', columns: [{ columnId: 'orderCount', format: text }] }),
  'a top': (text) => ({ ...byName([]), top: text }),
  'a range': (text) => ({ ...byName([]), relativeDateFilter: { relativeRange: text } }),
}

test.each(Object.entries(fields))('security 36: returns 400 for %s outside the catalog', async (_, definitionOf) => {
  for (const text of SAMPLE) expect([text, (await runReport(definitionOf(text))).statusCode]).toEqual([text, 400])
})

test('security 36: returns display names unchanged, outside of SQL, and rejects external links', async () => {
  for (const text of SAMPLE.filter(({ length }) => length <= 200)) {
    const column = { columnId: 'orderCount', aggregation: 'Sum', displayName: text }
    const response = await runReport({ reportType: 'Orders', columns: [column], name: text })
    expect([text, response.statusCode]).toEqual([text, 200])
    expect(response.json().rows).toEqual([[texts.length]])
    const linked = await runReport({ reportType: 'Orders', columns: [{ ...column, hyperlink: text }] })
    expect([text, linked.statusCode]).toEqual([text, isSameSitePath(text) ? 200 : 400])
  }
})

const numericFields: Record<string, (text: string) => object> = {
  'a measure': (text) => ({ definition: byName([]), cell: { measure: text } }),
  'an aggregation of a number': (text) => ({
    definition: byName([]),
    cell: { measure: 'orderCount', aggregation: text },
  }),
  'a period': (text) => ({ definition: byName([]), cell: { measure: 'orderCount', period: text } }),
  'a group of a row': (text) => ({ definition: byName([]), cell: { measure: 'orderCount', row: { [text]: 'a' } } }),
  'a widget': (text) => ({ widget: { type: text }, cell: { measure: 'netSales' } }),
  'a number of a tile': (text) => ({ widget: { type: 'sales' }, cell: { measure: text } }),
}

test.each(Object.entries(numericFields))(
  'security 36: rejects an invalid %s with 400 for records and lineage',
  async (_, bodyOf) => {
    for (const body of SAMPLE.map(bodyOf))
      for (const path of ['/reports/drill', '/reports/explain'])
        expect([body, (await t.call('POST', path, { token: owner.token, body })).statusCode]).toEqual([body, 400])
  },
)

test('security 36: matches sample texts literally as row values in a drill-down', async () => {
  for (const customerName of SAMPLE) {
    const body = { definition: byName([]), cell: { measure: 'orderCount', row: { customerName } } }
    const response = await t.call('POST', '/reports/drill', { token: owner.token, body })
    expect([customerName, response.statusCode]).toEqual([customerName, 200])
    expect(response.json()).toMatchObject({ rowCount: 1, proof: { cell: 1, matches: true, records: 1 } })
  }
})

test('security 36: replaces invalid tile settings by defaults', async () => {
  for (const text of SAMPLE) {
    const props = {
      periodType: text,
      dateRange: text,
      aggregation: text,
      column: text,
      compareLastPeriod: text,
      title: text,
    }
    const body = { widget: { type: 'sales', props }, cell: { measure: 'netSales' } }
    const response = await t.call('POST', '/reports/explain', { token: owner.token, body })
    expect([text, response.statusCode, response.json().proof?.matches]).toEqual([text, 200, true])
  }
})

test('security 36: names the field in an error without internal details', async () => {
  for (const text of SAMPLE) {
    const { body } = await runReport({ reportType: 'Orders', columns: [{ columnId: text }] })
    const remaining = body.replaceAll(JSON.stringify(text).slice(1, -1), '')
    expect(remaining).not.toMatch(/SELECT|\bat \/|node_modules|\.duckdb|\.ts:/)
  }
})
