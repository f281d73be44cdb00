import { z } from 'zod'
import { createPageGuard } from '../kit/page-guard.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import type { AdminApi, Operation } from './admin-api.ts'
import { ListPage } from './pager.ts'

/** A list within a record, of which a page holds only the beginning. */
export interface InnerList {
  /** fetches more of it by `id` and `after` */
  readonly operation: Operation
  /** the record in that response */
  readonly root: string
  readonly list: string
}

type ReadRemainingPages = (api: AdminApi, id: string, begun: ListPage) => Promise<ListPage>

const restOf = ({ operation, root, list }: InnerList): ReadRemainingPages => {
  const shape = z.object({ [root]: z.object({ [list]: ListPage }) })
  return async (api, id, begun) => {
    const nodes = [...begun.nodes]
    const guard = createPageGuard(`${list} of one record`)
    for (let { endCursor: after, hasNextPage } = begun.pageInfo; hasNextPage; ) {
      guard.enter(after ?? '')
      const page = `Page ${guard.number + 1} of ${list}`
      const more = (await api.ask(operation, { id, after }, shape, page))[root]?.[list]
      if (!more) throw new MalformedResponse(`${page}: ${list} is missing`)
      nodes.push(...more.nodes)
      after = more.pageInfo.endCursor
      hasNextPage = more.pageInfo.hasNextPage
    }
    return { nodes, pageInfo: { hasNextPage: false, endCursor: null } }
  }
}

/** Completes a record's list. A record whose list cannot be read is returned unchanged: parsing it reports the problem. */
export const wholeList = (inner: InnerList) => {
  const Begun = z.looseObject({ id: z.string(), [inner.list]: ListPage })
  const rest = restOf(inner)
  return async (api: AdminApi, record: unknown): Promise<unknown> => {
    const found = Begun.safeParse(record).data
    const begun = ListPage.safeParse(found?.[inner.list]).data
    if (!found || !begun?.pageInfo.hasNextPage) return record
    return { ...found, [inner.list]: await rest(api, String(found.id), begun) }
  }
}
