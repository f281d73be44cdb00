import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { zipFiles } from '#testkit/odd-files/write-xlsx.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from './service-calls.fixture.ts'
import { readInThread } from './stage-archive.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage } = serviceCalls(t)
const member = await t.register()
const { id } = await addService(member)

const ROWS = '<row r="1"><c t="str"><v>Order ID</v></c></row><row r="2"><c t="str"><v>A</v></c></row>'
/** Below a million blank rows. */
const LAST_ROWS = '<row r="1048575"><c t="str"><v>Order ID</v></c></row><row r="1048576"><c><v>1</v></c></row>'

interface Workbook {
  readonly rows?: string
  /** relations of the sheets that it names */
  readonly sheets?: readonly string[]
  readonly texts?: string
}

const workbookOf = ({ rows = ROWS, sheets = ['r1'], texts = '' }: Workbook): Promise<Buffer> => {
  const ids = [...new Set(sheets)]
  const links = ids.map((sheet) => `<Relationship Id="${sheet}" Target="worksheets/${sheet}.xml"/>`)
  return zipFiles([
    ['xl/workbook.xml', `<workbook>${sheets.map((sheet) => `<sheet name="A" r:id="${sheet}"/>`).join('')}</workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${links.join('')}</Relationships>`],
    ['xl/sharedStrings.xml', `<sst>${texts}</sst>`],
    ...ids.map((sheet) => [`xl/worksheets/${sheet}.xml`, `<worksheet>${rows}</worksheet>`] as const),
  ])
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`)

describe('others are served while a file is read that is', () => {
  beforeAll(() => stage(member, id, 'Order ID\nA\n'))

  test.each([
    ['two million blank lines', async () => gzipSync('\n'.repeat(2_000_000)), 'Line 1: The file is empty'],
    ['a sheet with its rows at its end', () => workbookOf({ rows: LAST_ROWS }), null],
    ['a sheet that is named 20 times', () => workbookOf({ rows: LAST_ROWS, sheets: Array(20).fill('r1') }), null],
    [
      'an empty sheet that is named 300,000 times',
      () => workbookOf({ rows: '', sheets: Array(300_000).fill('r1') }),
      'Line 1: The file is empty',
    ],
    [
      'a workbook of 101 sheets',
      () => workbookOf({ sheets: numbered(101) }),
      'The file has more than 100 tables. Divide it into several files',
    ],
  ])('%s', async (_what, make, problem) => {
    const file = await make()
    const before = process.threadCpuUsage()
    const answer = await stage(member, id, file)
    const { user, system } = process.threadCpuUsage(before)
    expect(answer.statusCode < 300 ? null : answer.json().errors[0].message).toBe(problem)
    expect((user + system) / 1000).toBeLessThan(atMachinePace(300))
  })
})

describe('the thread that reads a workbook', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cuvee-archive-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const read = async (content: Workbook, limits: { maxMs: number; maxHeapMb: number }) => {
    const path = join(folder, 'archive.part')
    await writeFile(path, await workbookOf(content))
    const task = { path, folder, names: [], bytesLeft: 500_000_000, linesBefore: 0, like: undefined }
    return readInThread(task, AbortSignal.timeout(30_000), limits)
  }
  const TOO_MUCH = 'The file takes too long or too much memory to read. Save its tables as CSV (UTF-8)'
  const texts = Array.from({ length: 1_000_000 }, (_, index) => `<si><t>${index}</t></si>`).join('')

  test('keeps the numbers of rows below blank ones', async () => {
    const { tables } = await read({ rows: LAST_ROWS }, { maxMs: 30_000, maxHeapMb: 256 })
    expect(tables).toMatchObject([{ columns: ['Order ID'], rows: 1, lines: 1_048_576 }])
  })

  test('ends above its time', async () => {
    await expect(read({ texts }, { maxMs: 300, maxHeapMb: 256 })).rejects.toThrow(TOO_MUCH)
  })

  test('ends above its memory', async () => {
    await expect(read({ texts }, { maxMs: 30_000, maxHeapMb: 12 })).rejects.toThrow(TOO_MUCH)
  })
})
