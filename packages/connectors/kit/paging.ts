import { z } from 'zod'
import { createPageGuard } from './page-guard.ts'
import { MalformedResponse } from './platform-problems.ts'

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

/** No list: `convert` looks everything up at once, such as a catalog that other streams need too. */
export async function* atOnce(): AsyncGenerator<Page<never>> {
  yield { records: [], total: null, next: null }
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

export const IdPosition = z.object({ after: z.number() })
export type IdPosition = z.output<typeof IdPosition>

interface IdList {
  /** shown in messages, such as `orders` */
  readonly name: string
  readonly idOf: (record: unknown) => string | null
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
    const lastId = records.reduce<number>((highest, record) => Math.max(highest, Number(list.idOf(record) ?? 0)), 0)
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

/** A list that changes so often while it is read is reported instead of read forever. */
const MAX_RESTARTS = 3

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
      if (restarts > MAX_RESTARTS) throw new MalformedResponse(`The list of ${name} changes while it is read`)
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
