import { MalformedResponse } from '../kit/platform-problems.ts'
import type { BcPage, BcRequest, BigCommerceApi } from './bigcommerce-api.ts'
import { readBcId } from './fields.ts'

interface IdPage {
  readonly records: readonly unknown[]
  /** highest ID so far */
  readonly lastId: number
  /** nothing follows */
  readonly isLast: boolean
}

/** `from`: only records with a higher ID. */
export type AfterId = (from: number) => Promise<readonly unknown[]>

/**
 * Pages of a list sorted by ID, each from the last ID on and not by its number: records that are changed or deleted meanwhile
 * cannot shift others into a page that was already read. The list ends with an empty page, whatever a page holds at most.
 */
export async function* pagesById(name: string, pageAfter: AfterId, from: number): AsyncIterable<IdPage> {
  for (let after = from, isLast = false; !isLast; ) {
    const records = await pageAfter(after)
    const lastId = records.reduce<number>((highest, record) => Math.max(highest, Number(readBcId(record) ?? 0)), 0)
    isLast = records.length === 0
    if (!isLast && lastId <= after)
      throw new MalformedResponse(`The list of ${name} doesn’t end: nothing follows record ${after}`)
    after = Math.max(after, lastId)
    yield { records, lastId: after, isLast }
  }
}

/** A page, and the number of the one that is read next; null: none. */
export interface NumberedPage extends BcPage {
  readonly next: number | null
}

/** Pages of a list that is much longer than that are an error. */
const MOST_PAGES = 100_000

/**
 * Pages of a list with page numbers only, from its last page to its first. The list must be sorted so that new and changed records
 * go to its end: whatever is deleted or changed meanwhile, the records before it move only to pages that are still to be read.
 * `from`: the first page to read; null: the last of the list.
 */
export async function* pagesFromEnd(
  api: BigCommerceApi,
  request: BcRequest,
  from: number | null,
): AsyncIterable<NumberedPage> {
  const fetchPage = (page: number): Promise<BcPage> => api.page({ ...request, query: { ...request.query, page } })
  let number = from
  if (number === null) {
    const first = await fetchPage(1)
    if (first.pages <= 1) return yield { ...first, next: null }
    if (first.pages > MOST_PAGES) throw new MalformedResponse(`The list of ${request.name} doesn’t end`)
    number = first.pages
  }
  for (; number >= 1; number -= 1) {
    yield { ...(await fetchPage(number)), next: number > 1 ? number - 1 : null }
  }
}
