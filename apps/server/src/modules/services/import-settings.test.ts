import { expect } from 'vitest'
import { FilePreview } from '#contract/imports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { test } = t
const { addService, stage, upload, imported } = serviceCalls(t)

const LINES = `No,Day,Code,Count,Each,Where
1,2026-03-01,PN,2,40.00,Newsletter
1,2026-03-01,CH,1,30.00,Newsletter
2,2026-03-02,PN,1,40.00,POS
3,2026-03-02,PN,1,40.00,newsletter
4,2026-03-03,PN,1,40.00,Fair
`
const MAPPING = {
  orderId: 'No',
  orderDate: 'Day',
  sku: 'Code',
  quantity: 'Count',
  unitPrice: 'Each',
  channel: { column: 'Where', values: { NEWSLETTER: 'web', Fair: 'event' } },
}
const SETTINGS = { kind: 'order_lines', mapping: JSON.stringify(MAPPING), onError: 'skip', refundIdPrefix: 'R' }

const preview = async (member: Member, serviceId: string, text: string, body: object = {}): Promise<FilePreview> => {
  const { fileId } = (await stage(member, serviceId, text)).json<{ fileId: string }>()
  const answer = await t.call('POST', `/service/${serviceId}/preview`, {
    token: member.token,
    body: { fileId, ...body },
  })
  return FilePreview.parse(answer.json())
}

test('a preview counts the values of a code field in the whole file, with the code of each', async ({ member }) => {
  const { id } = await addService(member)
  const mapping = { ...MAPPING, channel: 'Where' }
  const { values, fields } = await preview(member, id, LINES, { kind: 'order_lines', mapping })
  expect(values).toEqual({
    channel: [
      { value: 'Newsletter', rows: 2, amount: 110, code: 'other' },
      { value: 'Fair', rows: 1, amount: 40, code: 'other' },
      { value: 'POS', rows: 1, amount: 40, code: 'pos' },
      { value: 'newsletter', rows: 1, amount: 40, code: 'other' },
    ],
  })
  expect(fields.find(({ name }) => name === 'channel')?.codes).toEqual(expect.arrayContaining(['pos', 'web', 'other']))
  expect(fields.find(({ name }) => name === 'sku')?.codes).toBe(null)
})

test('mapped values become their codes whatever their case, and the text is kept as it was', async ({ member }) => {
  const { id } = await addService(member)
  await imported(member, id, LINES, SETTINGS)
  const sql = 'SELECT source_id, channel, channel_raw FROM orders ORDER BY 1'
  expect(await t.rows(member.accountId, sql)).toEqual([
    ['1', 'web', 'Newsletter'],
    ['2', 'pos', 'POS'],
    ['3', 'web', 'newsletter'],
    ['4', 'event', 'Fair'],
  ])
})

test('a value cannot be mapped to a code that does not exist', async ({ member }) => {
  const { id } = await addService(member)
  const mapping = JSON.stringify({ ...MAPPING, channel: { column: 'Where', values: { Fair: 'carnival' } } })
  const answer = await upload(member, id, LINES, { ...SETTINGS, mapping })
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
    400,
    'column “Where”: There is no channel of this name',
  ])
})

test('a file with the columns of an imported one is proposed the same settings, in any order of columns', async () => {
  const member = await t.register()
  const { id } = await addService(member)
  const before = await preview(member, id, LINES)
  expect([before.saved, before.detection.certainty]).toEqual([null, 'unsure'])
  await imported(member, id, LINES, SETTINGS)
  const other = await addService(member)
  const turned = LINES.split('\n')
    .map((line) => line.split(',').reverse().join(','))
    .join('\n')
  const { saved, kind, mapping } = await preview(member, other.id, turned)
  expect(saved).toMatchObject({ fileName: 'orders.csv', onError: 'skip', refundIdPrefix: 'R' })
  expect({ kind, mapping }).toEqual({ kind: 'order_lines', mapping: MAPPING })
})

test.each([
  ['a failed import', LINES.replace('PN,1,40.00,Fair', 'PN,many,40.00,Fair'), { ...SETTINGS, onError: 'abort' }],
  [
    'a file with another column',
    LINES.replace('Where', 'Place'),
    { ...SETTINGS, mapping: JSON.stringify({ ...MAPPING, channel: 'Place' }) },
  ],
])('%s leaves no settings for later files', async (_what, text, settings) => {
  const member = await t.register()
  const { id } = await addService(member)
  await imported(member, id, text, settings)
  expect((await preview(member, id, LINES)).saved).toBe(null)
})

test('settings of another account, and settings that are not wanted, are not proposed', async () => {
  const [member, stranger] = [await t.register(), await t.register()]
  const { id } = await addService(member)
  await imported(member, id, LINES, SETTINGS)
  expect((await preview(member, id, LINES, { reuse: false })).saved).toBe(null)
  const foreign = await addService(stranger)
  expect((await preview(stranger, foreign.id, LINES)).saved).toBe(null)
})
