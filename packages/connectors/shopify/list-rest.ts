import { z } from 'zod'
import { createPageGuard } from '../kit/page-guard.ts'
import { BadPage } from '../kit/platform-problems.ts'
import type { AdminApi, Operation } from './admin-api.ts'
import { ListPage } from './pager.ts'

/** A list within a record, of which a page holds only the beginning. */
export interface InnerList {
  /** asks for more of it by `id` and `after` */
  readonly operation: Operation
  /** the record in that answer */
  readonly root: string
  readonly list: string
}

const Incomplete = (list: string) => z.looseObject({ id: z.string(), [list]: ListPage })

/**
 * The record with its whole list. A record whose list cannot be read is returned as it is: whoever reads the record says what
 * is wrong with it.
 */
export const withWholeList = async (api: AdminApi, record: unknown, inner: InnerList): Promise<unknown> => {
  const { operation, root, list } = inner
  const parsed = Incomplete(list).safeParse(record)
  const begun = parsed.success ? ListPage.safeParse(parsed.data[list]).data : undefined
  if (!parsed.success || begun === undefined || !begun.pageInfo.hasNextPage) return record
  const { id } = parsed.data
  const nodes = [...begun.nodes]
  const guard = createPageGuard(`${list} of one record`)
  const shape = z.object({ [root]: z.object({ [list]: ListPage }) })
  for (let after = begun.pageInfo.endCursor, isMore = true; isMore; ) {
    guard.enter(after ?? '')
    const page = `Page ${guard.number + 1} of ${list}`
    const answer = await api.ask(operation, { id, after }, shape, page)
    const more = answer[root]?.[list]
    if (!more) throw new BadPage(`${page}: ${list} is missing`)
    nodes.push(...more.nodes)
    after = more.pageInfo.endCursor
    isMore = more.pageInfo.hasNextPage
  }
  return { ...parsed.data, [list]: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } }
}
