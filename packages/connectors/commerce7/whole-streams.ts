import type { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { SyncPage, SyncStream } from '../kit/connector.ts'
import { type RecordReader, readRecords } from '../kit/read-records.ts'
import type { Commerce7Api, ListSpec } from './commerce7-api.ts'

export interface WholeSpec<Shape extends z.ZodType> {
  readonly name: string
  readonly title: string
  readonly table: CanonicalTable
  readonly list: ListSpec
  readonly api: Commerce7Api
  readonly reader: () => Promise<RecordReader<Shape>>
}

const streamOf = ({ name, title, table }: WholeSpec<z.ZodType>, read: SyncStream['read']): SyncStream => ({
  name,
  title,
  tables: [table],
  reads: 'whole',
  removals: 'fullRead',
  read,
})

const pageOf = <Shape extends z.ZodType>(
  values: readonly unknown[],
  reader: RecordReader<Shape>,
  total: number | null,
): SyncPage => {
  const { rows, quarantined } = readRecords(values, reader)
  return { read: values.length, rows, removed: [], quarantined, total, next: {} }
}

/** A list with cursors that is short enough to be read from its beginning each time. */
export const wholeByCursor = <Shape extends z.ZodType>(spec: WholeSpec<Shape>): SyncStream =>
  streamOf(spec, async function* () {
    const reader = await spec.reader()
    for await (const { records } of spec.api.byCursor(spec.list, {}, null)) yield pageOf(records, reader, null)
  })

const idOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : JSON.stringify(record)

/**
 * A list with page numbers. A record deleted while the list is read moves the following ones forward, so that one of them is
 * missed: if the list's count changed meanwhile, or fewer records arrived than it says, it is read again.
 */
export const wholeByNumber = <Shape extends z.ZodType>(spec: WholeSpec<Shape>): SyncStream =>
  streamOf(spec, async function* () {
    const reader = await spec.reader()
    const seen = new Set<string>()
    for (let pass = 1, isComplete = false; pass <= 2 && !isComplete; pass += 1) {
      const totals = new Set<number | null>()
      for await (const { records, total, isLast } of spec.api.byNumber(spec.list)) {
        for (const record of records) seen.add(idOf(record))
        totals.add(total)
        isComplete = isLast && totals.size === 1 && seen.size >= (total ?? 0)
        yield pageOf(records, reader, total)
      }
    }
  })
