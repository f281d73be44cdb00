import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { readSheet } from './read-sheet.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const calendar = { timeZone: 'America/Los_Angeles' }

const requestExport = (body: object, token: string) => t.call('POST', '/reports/export', { token, body })

const records = (csv: string): string[][] => parse(csv, { bom: true })

describe('security 38: contains no formula from user text in any format', () => {
  const NAMES = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx', 'a"b, c', '=HYPERLINK("http://x","y")']
  const HIDDEN = ['\u200B', '\uFEFF', '\v', '\x1F', '\u00A0', ' \u2060\x1C'].map((character) => `${character}=1+1`)
  /** Files that a program splits at semicolons, tabs or lines. */
  const LATER: readonly (readonly [text: string, written: string])[] = [
    ['a;=1+1', "a;'=1+1"],
    ['a; "-2+3"', `a; "'-2+3"`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\n=1+1', "a\n'=1+1"],
    ['=1;;\u200B+1', "'=1;;\u200B'+1"],
    ['Oak; Pine', 'Oak; Pine'],
  ]
  let writer: Member

  beforeAll(async () => {
    writer = await t.register({ timeZone: calendar.timeZone, currency: 'USD' })
    await t.load(writer.accountId, {
      orders: [...NAMES, ...HIDDEN, ...LATER.map(([text]) => text)].map((customer_name, index) =>
        orderRow({
          source_id: `o${String(index).padStart(2, '0')}`,
          order_number: String(index),
          customer_name,
          tax: -1999,
        }),
      ),
    })
  })
  const definition = {
    reportType: 'Orders',
    name: '=2+2',
    columns: [{ columnId: 'customerName', displayName: '=cmd|' }, { columnId: 'tax' }],
  }

  test('CSV: prefixes and quotes text, and keeps amounts as numbers', async () => {
    const { body } = await requestExport({ definition, format: 'csv' }, writer.token)
    expect(records(body)[0]?.[0]).toBe("'=cmd|")
    const written = [
      ...NAMES.map((name) => (name.startsWith('a') ? name : `'${name}`)),
      ...HIDDEN.map((name) => `'${name}`),
      ...LATER.map(([, text]) => text),
    ]
    expect(records(body).slice(1)).toEqual(written.map((name) => [name, '-19.99']))
    expect(
      records(body)
        .flat()
        .filter((cell) => /^[=+@\t\r]|^-\D/.test(cell)),
    ).toEqual([])
  })

  test('XLSX: stores text as text and amounts as numbers', async () => {
    const rows = readSheet((await requestExport({ definition, format: 'xlsx' }, writer.token)).rawPayload, 1)
    expect(rows.flat().filter(({ type }) => type === 'f')).toEqual([])
    expect(rows[0]?.[0]).toMatchObject({ type: 's', value: '=cmd|' })
    expect(rows.slice(1).map(([, tax]) => [tax?.type, tax?.value])).toEqual(
      [...NAMES, ...HIDDEN, ...LATER].map(() => ['n', '-19.99']),
    )
  })
})
