import { readFileSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { notesReport } from './notes-report.fixture.ts'
import { createTableFiles, type TableFiles } from './table-files.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

const files = createTableFiles({ maxProcesses: 2 })
afterAll(() => files.close())

const { signal } = new AbortController()
const make = (rows: ReportSnapshot['answer']['rows'], of: TableFiles = files, stop = signal) =>
  of.make(1, { format: 'xlsx', load: async () => notesReport(rows) }, stop)

/** Processes that this one has started and that run. */
const children = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

const isZip = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 2)).toString('latin1') === 'PK'

const isLinux = process.platform === 'linux'

test('a file of many batches is written by one process, which writes the next one too', async () => {
  const many = await make(Array.from({ length: 4_500 }, (_, row) => [`row ${row}`]))
  const first = children()
  const empty = await make([])
  expect([isZip(many), isZip(empty), many.length > empty.length]).toEqual([true, true, true])
  expect(children().filter((child) => !first.includes(child))).toEqual([])
})

test('a report that cannot be loaded or written rejects, and the next file is written', async () => {
  const failing = { format: 'xlsx', load: () => Promise.reject(new Error('no rows')) } as const
  await expect(files.make(1, failing, signal)).rejects.toThrow('no rows')
  const unknownZone = { ...notesReport([['2026-06-17T12:00:00Z']]), timeZone: 'No/Zone' }
  await expect(files.make(1, { format: 'xlsx', load: async () => unknownZone }, signal)).rejects.toThrow(RangeError)
  expect(isZip(await make([['a']]))).toBe(true)
})

test.runIf(isLinux)('a file whose reader leaves ends its process, and closing ends all', async () => {
  const own = createTableFiles({ maxProcesses: 2 })
  const before = children().length
  const stop = new AbortController()
  const made = make(
    Array.from({ length: 20_000 }, (_, row) => [`row ${row}`]),
    own,
    stop.signal,
  )
  await vi.waitFor(() => expect(children()).toHaveLength(before + 1), 20_000)
  stop.abort(new Error('left'))
  await expect(made).rejects.toThrow()
  await vi.waitFor(() => expect(children()).toHaveLength(before), 20_000)
  await make([['a']], own)
  own.close()
  await vi.waitFor(() => expect(children()).toHaveLength(before), 20_000)
})
