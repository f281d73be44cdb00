import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isFullLane } from '#testkit/lane.ts'
import { zipFiles } from '#testkit/odd-files/write-xlsx.ts'
import { testApp } from '#testkit/test-app.ts'
import { receiveFile } from './receive-file.usecases.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, upload, stage, imported } = serviceCalls(t)
const member = await t.register()
const { id } = await addService(member)

const TOO_LARGE = 'The file is larger than 500 MB after decompression'
const HEAD = 'Order ID,Order date,SKU,Quantity,Unit price\n'
const stagedEntries = async () => readdir(await t.deps.warehouse.stagingFolder(member.accountId))
const dataVersion = async () => (await t.deps.warehouse.status(member.accountId)).dataVersion

// A gzip file may consist of several members, so the content is compressed in parts.
const packMebibyte = () => gzipSync(`${HEAD}${`A,2026-01-01,${'S'.repeat(9_980)},1,1\n`.repeat(105)}`)
const packBomb = () => {
  const mebibyte = packMebibyte()
  return Buffer.concat(Array.from({ length: 530 }, () => mebibyte))
}

const ROWS = `${HEAD}A,2026-01-01,S,1,1\n`

/** A ZIP file that states another size for its only file. */
const statingSize = async (bytes: number): Promise<Buffer> => {
  const zip = await zipFiles([['orders.csv', ROWS.repeat(10)]])
  zip.writeUInt32LE(bytes, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  return zip
}

const ENTITIES = `<!DOCTYPE sst [<!ENTITY a "${'ha'.repeat(50)}">${[...'bcdefghi']
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`)
  .join('')}]>`

/** A workbook with another text in one of its parts. */
const workbookWith = async (part: 'xl/sharedStrings.xml' | 'xl/worksheets/sheet1.xml', content: string) => {
  const parts = [
    ['xl/workbook.xml', '<workbook><sheets><sheet name="Sales" r:id="r1"/></sheets></workbook>'],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    ],
    [
      'xl/worksheets/sheet1.xml',
      '<worksheet><row r="1"><c t="s"><v>0</v></c></row><row r="2"><c><v>1</v></c></row></worksheet>',
    ],
    ['xl/sharedStrings.xml', '<sst><si><t>Order ID</t></si></sst>'],
  ] as const
  return zipFiles(parts.map(([name, text]) => [name, name === part ? content : text]))
}

const LONG = 'a'.repeat(5_000_000)

/** Unpacking half a gigabyte takes about 15 seconds. */
const bombs: [string, string | Buffer, number, string][] = isFullLane
  ? [['unpacking beyond the limit', packBomb(), 413, TOO_LARGE]]
  : []

test.each<[string, string | Buffer, number, string]>([
  ...bombs,
  ['that states to unpack beyond the limit', await statingSize(600_000_000), 413, TOO_LARGE],
  ['that unpacks to more than it states', await statingSize(20), 400, 'The ZIP file is damaged'],
  [
    'with entities in the texts of a workbook',
    await workbookWith('xl/sharedStrings.xml', `<?xml version="1.0"?>${ENTITIES}<sst><si><t>&i;</t></si></sst>`),
    400,
    'The workbook defines entities, which are not read. Save it again as XLSX',
  ],
  [
    'with entities in a sheet',
    await workbookWith('xl/worksheets/sheet1.xml', `${ENTITIES}<worksheet><row><c><v>&i;</v></c></row></worksheet>`),
    400,
    'The workbook defines entities, which are not read. Save it again as XLSX',
  ],
  [
    'with a cell of millions of letters',
    await workbookWith('xl/worksheets/sheet1.xml', `<worksheet><row><c t="str"><v>${LONG}</v></c></row></worksheet>`),
    400,
    'The workbook has a text that is too long',
  ],
  [
    'with a shared text of millions of letters',
    await workbookWith('xl/sharedStrings.xml', `<sst><si><t>${LONG}</t></si></sst>`),
    400,
    'The workbook has a text that is too long',
  ],
  ['empty', '', 400, 'Line 1: The file is empty'],
  ['a header alone', HEAD, 400, 'Line 1: The file has a header and no rows'],
  ['not of orders', 'colour,size\nred,1\n', 400, 'Choose a column for Order ID'],
  [
    'with an unclosed quote',
    `${HEAD}A,2026-01-01,S,1,1\nA,2026-01-01,"S,1,1\n`,
    400,
    'Line 3, column “SKU”: A quote is opened here and never closed',
  ],
  [
    'in Mac OS Roman',
    Buffer.from(`${HEAD}A,2026-01-01,Caf\u008f,1,1\n`, 'latin1'),
    400,
    'The text is neither UTF-8 nor Windows-1252. Save the file as UTF-8',
  ],
  ['a damaged ZIP file', Buffer.from('PK\u0003\u0004\u0014'), 400, 'The ZIP file is damaged'],
  [
    'truncated gzip',
    gzipSync(`${HEAD}A,2026-01-01,S,1,1\n`.repeat(50)).subarray(0, 60),
    400,
    'The gzip file is damaged or cut short',
  ],
  [
    'with ambiguous dates',
    `${HEAD}A,1/2/2026,S,1,1\n`,
    400,
    'column “Order date”: Choose the date format: MM/DD/YYYY or DD/MM/YYYY; the dates match both',
  ],
])(
  'F34, F35: rejects a file %s with a clear message and changes nothing',
  async (_what, file, status, message) => {
    const answer = await upload(member, id, file, { kind: 'order_lines' })
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([status, message])
    expect(await stagedEntries()).toEqual([])
    expect(await dataVersion()).toBe(0)
  },
  90_000,
)

test.each([
  ['ragged rows', `${HEAD}A,2026-01-01,S,1,1\nB,2026-01-01,S,1\n`, 3, 'Unit price', 'This field is required'],
  [
    'a bad date',
    `${HEAD}A,2026-01-01,S,1,1\nB,2026-02-30,S,1,1\n`,
    3,
    'Order date',
    'This isn’t a date in the format YYYY-MM-DD',
  ],
  [
    'a NUL character',
    `${HEAD}A,2026-01-01,S,1,1\nB,2026-01-01,S\0,1,1\n`,
    3,
    'SKU',
    'The value contains a NUL character',
  ],
  [
    'a cell of 1 MB',
    `${HEAD}A,2026-01-01,S,1,1\nB,2026-01-01,${'x'.repeat(990_000)},1,1\n`,
    3,
    'SKU',
    'The value is longer than 10,000 bytes',
  ],
])('F35: %s: reports line and column and changes nothing', async (_what, file, line, column, message) => {
  const run = await imported(member, id, file, { kind: 'order_lines' })
  expect(run.status).toBe('failed')
  expect(run.errors[0]).toMatchObject({ line, column, message })
  expect(run.counts).toMatchObject({ read: 2, accepted: 1, rejected: 1 })
  expect(await dataVersion()).toBe(0)
})

test.each([
  ['too long', `${HEAD}A,2026-01-01,S,1,1,9\nB,2026-01-01,S,1,1,9,9\n`],
  ['with NUL characters', `${HEAD}A,2026-01-01,S\0,1,1\nB,2026-01-01,S,\0,1\n`],
])(
  'a file whose rows are all %s has a preview with their problems, and its import fails with them',
  async (_what, file) => {
    const run = await imported(member, id, file, { kind: 'order_lines', onError: 'skip' })
    expect([run.status, run.counts]).toEqual(['failed', { read: 2, accepted: 0, rejected: 2 }])
    expect(run.errors.map(({ line }) => line)).toEqual([2, 3])
    const { fileId } = (await stage(member, id, file)).json<{ fileId: string }>()
    const body = { fileId, kind: 'order_lines' }
    const preview = await t.call('POST', `/service/${id}/preview`, { token: member.token, body })
    expect([preview.statusCode, preview.json().rows]).toEqual([200, []])
    expect(preview.json().problems.slice(-2)).toEqual(run.errors)
  },
)

test.each([
  ['a missing file part', {}, undefined, 'This field is required'],
  ['an unknown kind', { kind: 'wines' }, HEAD, 'This must be one of'],
  ['a mapping that is not JSON', { mapping: '{' }, HEAD, 'This field must be JSON'],
])('returns 400 for an upload with %s', async (_what, fields, file, message) => {
  const whole = file === undefined ? undefined : `${file}A,2026-01-01,S,1,1\n`
  const answer =
    whole === undefined
      ? await t.app.inject({
          method: 'POST',
          url: `/api/service/${id}/upload`,
          headers: { authorization: `Bearer ${member.token}`, 'content-type': 'multipart/form-data; boundary=x' },
          payload: '--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\nauto\r\n--x--\r\n',
        })
      : await upload(member, id, whole, fields)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].message).toContain(message)
})

test('F36: an aborted upload leaves nothing', async () => {
  const before = await stagedEntries()
  const content = Readable.from(
    (async function* () {
      yield Buffer.from(HEAD)
      yield Buffer.from('A,2026-01-01,S,1,1\n'.repeat(1000))
      throw new Error('aborted')
    })(),
  )
  const file = {
    accountId: member.accountId,
    serviceId: id,
    name: 'x.csv',
    content,
    signal: new AbortController().signal,
  }
  await expect(receiveFile(t.deps, file)).rejects.toThrow('aborted')
  expect(await stagedEntries()).toEqual(before)
})

test('F36: accepts five concurrent uploads and asks the sixth to retry', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from(HEAD)
        await gate.promise
        yield Buffer.from('A,2026-01-01,S,1,1\n')
      })(),
    )
  const file = () => ({
    accountId: member.accountId,
    serviceId: id,
    name: 'x',
    content: slow(),
    signal: AbortSignal.timeout(60_000),
  })
  const five = Array.from({ length: 5 }, () => receiveFile(t.deps, file()))
  await expect.poll(async () => (await stagedEntries()).filter((entry) => entry.endsWith('.part')).length).toBe(5)
  await expect(receiveFile(t.deps, file())).rejects.toMatchObject({ status: 429, retryAfter: 30 })
  gate.resolve()
  expect(await Promise.all(five)).toHaveLength(5)
})

test('accepts files only for file services, and rejects other body types', async () => {
  const sample = await addService(member, 'sample')
  const answer = await stage(member, sample.id, HEAD)
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'service.not_a_file_service'])
  const json = await t.call('POST', `/service/${id}/upload`, { token: member.token, body: {} })
  expect(json.statusCode).toBe(415)
})
