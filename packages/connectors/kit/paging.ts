import { z } from 'zod'
import type { Span } from './connector.ts'
import { createPageGuard } from './page-guard.ts'
import { MalformedResponse } from './platform-problems.ts'
import { readRecordId } from './read-records.ts'

/** A page of a list, its records still to be parsed. */
export interface ListPage {
  readonly records: readonly unknown[]
  /** records of the whole list; null: the platform doesn't count them */
  readonly total: number | null
}

/** A page, and the position that the read continues from; null: it is the last. */
export interface Page<Position> extends ListPage {
  readonly next: Position | null
}

interface CursorList {
  readonly name: string
  /** `cursor`: null for the first page. `name`: of the page, for messages */
  fetch(cursor: string | null, name: string): Promise<Page<string>>
}

/** Pages of a list of which each names the next by a cursor. A cursor that comes again is an error. */
export async function* pagesByCursor(
  { name, fetch }: CursorList,
  from: string | null = null,
): AsyncGenerator<Page<string>> {
  const guard = createPageGuard(name)
  for (let cursor = from, isLast = false; !isLast; ) {
    guard.enter(cursor ?? '')
    const page = await fetch(cursor, `Page ${guard.number} of ${name}`)
    yield page
    cursor = page.next
    isLast = cursor === null
  }
}

/** The records of all pages, each still to be parsed. */
export const allRecords = async (pages: AsyncIterable<Pick<ListPage, 'records'>>): Promise<unknown[]> =>
  (await Array.fromAsync(pages)).flatMap(({ records }) => records)

/** A list changed while it was read, so that its pages overlap or miss records. */
export class ListChanged extends MalformedResponse {}

interface PlainList {
  readonly name: string
  readonly pageSize: number
  /** default: the record's `id` */
  readonly idOf?: (record: unknown) => string | null
  /** IDs of records that other lists have */
  readonly ids?: Set<string>
  /** `page`: from 1. `name`: of the page, for messages */
  fetch(page: number, name: string): Promise<ListPage>
}

/** Pages of a list by their numbers, as many as it counts, or up to one that isn't full. Throws `ListChanged`. */
export async function* pagesByNumber({ name, pageSize, idOf = readRecordId, ids = new Set(), fetch }: PlainList) {
  let total: number | null = null
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const read = ids.size
    const { records, total: counted } = await fetch(page, `Page ${page} of ${name}`)
    if (page === 1) total = counted
    for (const record of records) ids.add(idOf(record) ?? JSON.stringify(record))
    isLast = records.length === 0 || (total === null ? records.length < pageSize : ids.size >= total)
    const isRepeated = records.length > 0 && ids.size === read
    if (counted !== total || isRepeated || (isLast && ids.size < (total ?? 0)))
      throw new ListChanged(`The list of ${name} changes while it is read`)
    yield { records, total: total ?? (isLast ? ids.size : null), isLast, next: null }
  }
}

/** A list that changes so often while it is read is reported instead of read forever. */
const MAX_READS = 3

/** The pages of a list, and all of them again where it changes meanwhile. */
export async function* readAgain<T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
  for (let reads = 1; ; reads += 1) {
    try {
      yield* read()
      return
    } catch (error) {
      if (!(error instanceof ListChanged)) throw error
      if (reads === MAX_READS) throw new MalformedResponse(`${error.message}, ${MAX_READS} times in a row`)
    }
  }
}

/** Where a read by windows continues, epoch milliseconds. */
export const WindowPosition = z.object({ at: z.number() })
export type WindowPosition = z.output<typeof WindowPosition>

interface WindowedList extends Span {
  /** length of a window, milliseconds */
  readonly firstMs: number
  readonly longestMs: number
  /** after a window with fewer records, the next is twice as long; default: after any */
  readonly few?: number
  /** pages of a window */
  read(window: Span): AsyncIterable<Pick<ListPage, 'records'> & { readonly isLast: boolean }>
  /** whether half of a window may be read where the whole can't */
  isTooLong(error: unknown, lengthMs: number): boolean
}

/** Pages of a span of changes in windows, whose length follows what the platform gives at once. */
export async function* pagesByWindow(list: WindowedList): AsyncGenerator<Page<WindowPosition>> {
  const { from, until, firstMs, longestMs, few = Number.POSITIVE_INFINITY } = list
  let lengthMs = firstMs
  for (let at = from, isLast = false; !isLast; ) {
    const end = Math.min(at + lengthMs, until)
    let count = 0
    try {
      for await (const { records, isLast: isEnd } of list.read({ from: at, until: end })) {
        count += records.length
        const next = isEnd ? end : at
        yield { records, total: null, next: next < until ? { at: next } : null }
      }
      isLast = end >= until
      at = end
      if (count < few) lengthMs = Math.min(lengthMs * 2, longestMs)
    } catch (error) {
      if (!list.isTooLong(error, end - at)) throw error
      lengthMs = Math.ceil((end - at) / 2)
    }
  }
}

export const IdPosition = z.object({ after: z.number() })
export type IdPosition = z.output<typeof IdPosition>

interface IdList {
  /** shown in messages, such as `orders` */
  readonly name: string
  /** records with a higher ID, sorted by ID */
  fetch(after: number): Promise<readonly unknown[]>
}

/**
 * Pages of a list sorted by ID, each from the last ID on and not by its number: records that are changed or deleted meanwhile
 * cannot shift others into a page that was already read. The list ends with an empty page, whatever a page holds at most.
 */
export async function* pagesById(list: IdList, from: IdPosition | null = null): AsyncGenerator<Page<IdPosition>> {
  for (let after = from?.after ?? 0, isLast = false; !isLast; ) {
    const records = await list.fetch(after)
    const ids = records.map((record) => Number(readRecordId(record))).filter(Number.isSafeInteger)
    const lastId = Math.max(0, ...ids)
    isLast = records.length === 0
    if (!isLast && lastId <= after)
      throw new MalformedResponse(`The list of ${list.name} doesn’t end: nothing follows record ${after}`)
    after = Math.max(after, lastId)
    yield { records, total: null, next: isLast ? null : { after } }
  }
}

export const NumberPosition = z.object({ page: z.int().positive() })
export type NumberPosition = z.output<typeof NumberPosition>

interface NumberedList {
  readonly name: string
  fetch(page: number): Promise<ListPage & { readonly pages: number }>
}

/** Pages of a list that is much longer than that are an error. */
const MOST_PAGES = 100_000

/**
 * Pages of a list with page numbers only, from its last page to its first. The list must be sorted so that new and changed records
 * go to its end: whatever is deleted or changed meanwhile, the records before it move only to pages that are still to be read.
 */
export async function* pagesFromEnd(
  { name, fetch }: NumberedList,
  from: NumberPosition | null = null,
): AsyncGenerator<Page<NumberPosition>> {
  let page = from?.page ?? 0
  if (from === null) {
    const first = await fetch(1)
    if (first.pages <= 1) return yield { ...first, next: null }
    if (first.pages > MOST_PAGES) throw new MalformedResponse(`The list of ${name} doesn’t end`)
    page = first.pages
  }
  for (; page >= 1; page -= 1) yield { ...(await fetch(page)), next: page > 1 ? { page: page - 1 } : null }
}

export const OffsetPosition = z.object({
  /** only records that changed after this time, epoch milliseconds; null: all */
  after: z.number().nullable().default(null),
  offset: z.int().min(0),
  /** the record before, which the next page repeats; null: none */
  last: z.string().nullable(),
})
export type OffsetPosition = z.output<typeof OffsetPosition>

interface OffsetList {
  readonly name: string
  readonly pageSize: number
  readonly idOf: (record: unknown) => string | null
  /** where changes are read from when the read begins, and when it begins again; default: all records are read */
  since?(): number | null
  /** `name`: of the page, for messages */
  fetch(position: OffsetPosition, name: string): Promise<ListPage>
}

/**
 * Pages of a list with offsets, sorted so that new and changed records go to its end. A record that changes or is deleted meanwhile
 * moves the following ones forward, so each page repeats the last record of the one before; where it doesn't, the list is read again.
 */
export async function* pagesByOffset(
  { name, pageSize, idOf, since = () => null, fetch }: OffsetList,
  from: OffsetPosition | null = null,
): AsyncGenerator<Page<OffsetPosition>> {
  const guard = createPageGuard(name)
  const begin = (): OffsetPosition => ({ after: since(), offset: 0, last: null })
  let at = from ?? begin()
  for (let restarts = 0; ; ) {
    const { after, offset, last } = at
    const { records, total } = await fetch(at, `Page ${guard.number + 1} of ${name}`)
    const ids = records.map(idOf)
    guard.enter(`${restarts}/${ids.length === 0 ? offset : ids.join()}`)
    if (last !== null && !ids.includes(last)) {
      restarts += 1
      if (restarts > MAX_READS) throw new MalformedResponse(`The list of ${name} changes while it is read`)
      at = begin()
      continue
    }
    // Records that the credentials may not see are left out of their page, which is then shorter.
    const isFull = records.length >= pageSize
    const isLast = total === null ? !isFull : offset + pageSize >= total
    at = isFull
      ? { after, offset: offset + pageSize - 1, last: ids.at(-1) ?? null }
      : { after, offset: offset + pageSize, last: null }
    yield { records, total, next: isLast ? null : at }
    if (isLast) return
  }
}
