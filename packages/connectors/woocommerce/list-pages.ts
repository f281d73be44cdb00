import { z } from 'zod'
import { createPageGuard } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { gmtText } from './fields.ts'
import type { WooApi, WooQuery } from './woocommerce-api.ts'

export const PAGE_SIZE = 100
/** A list that changes so often while it is read is reported instead of read forever. */
const MAX_RESTARTS = 3

export interface WooList {
  /** shown in messages, such as `orders` */
  readonly name: string
  readonly path: string
  readonly orderby: 'id' | 'modified'
  readonly query?: WooQuery
}

/** Where to go on in a list. */
export const ListPosition = z.object({
  /** only records that changed after this time, epoch milliseconds; null: all */
  after: z.number().nullable(),
  offset: z.int().min(0),
  /** the record before, which the next page repeats; null: none */
  last: z.string().nullable(),
})
export type ListPosition = z.infer<typeof ListPosition>

export interface ListedPage {
  readonly records: readonly unknown[]
  readonly total: number | null
  /** the change filter that was sent, epoch milliseconds; null: none */
  readonly after: number | null
  /** null: this page is the last */
  readonly next: ListPosition | null
}

export const firstPosition = (after: number | null = null): ListPosition => ({ after, offset: 0, last: null })

const Identified = z.object({ id: z.union([z.int(), z.string()]) })

export const readRecordId = (record: unknown): string | null => {
  const { data } = Identified.safeParse(record)
  return data ? String(data.id) : null
}

const queryOf = ({ orderby, query }: WooList, { after, offset }: ListPosition): WooQuery => ({
  ...query,
  ...(orderby === 'modified' ? { dates_are_gmt: 'true' } : {}),
  ...(after === null ? {} : { modified_after: gmtText(after) }),
  orderby,
  order: 'asc',
  per_page: PAGE_SIZE,
  offset,
})

/**
 * Pages in ascending order. A record that changes or is deleted while the list is read moves the following ones forward, so each page
 * repeats the last record of the one before; where it doesn't, the list is read again from `restart`.
 */
export async function* listPages(
  api: WooApi,
  list: WooList,
  begin: ListPosition,
  restart: () => ListPosition,
): AsyncGenerator<ListedPage> {
  const guard = createPageGuard(list.name)
  let at = begin
  for (let restarts = 0; ; ) {
    const name = `Page ${guard.number + 1} of ${list.name}`
    const { records, total } = await api.list(list.path, queryOf(list, at), name)
    guard.enter(`${restarts}/${records.length === 0 ? at.offset : records.map(readRecordId).join()}`)
    if (at.last !== null && !records.some((record) => readRecordId(record) === at.last)) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw new MalformedResponse(`The list of ${list.name} changes while it is read`)
      at = restart()
      continue
    }
    // Records that the key's user may not see are left out of their page, which is then shorter.
    const isFull = records.length >= PAGE_SIZE
    const isLast = total === null ? !isFull : at.offset + PAGE_SIZE >= total
    const { after } = at
    at = isFull
      ? { ...at, offset: at.offset + PAGE_SIZE - 1, last: readRecordId(records.at(-1)) }
      : { ...at, offset: at.offset + PAGE_SIZE, last: null }
    yield { records, total, after, next: isLast ? null : at }
    if (isLast) return
  }
}

/** All records of a list. */
export async function* wholeList(api: WooApi, list: WooList): AsyncGenerator<readonly unknown[]> {
  for await (const { records } of listPages(api, list, firstPosition(), firstPosition)) yield records
}
