import { z } from 'zod'
import { createPageGuard } from '../kit/page-guard.ts'
import type { Page } from '../kit/paging.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { type AdminApi, type Operation, QueryTooLarge } from './admin-api.ts'

/** A page of a list as Shopify returns it; its records are parsed one by one. */
const ListPage = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})
type ListPage = z.output<typeof ListPage>

export interface PagedList {
  /** takes `$first` and `$after` */
  readonly page: Operation
  /** key of the list in the response */
  readonly list: string
  /** key of the record that the list belongs to; default: it is a list of the shop */
  readonly root?: string
  readonly pageSize: number
}

type Variables = Readonly<Record<string, unknown>>

/** Requests pages, and smaller ones from then on if Shopify reports that one query would cost too much. */
const createPager = (api: AdminApi, { page, list, root, pageSize }: PagedList) => {
  let first = pageSize
  const Lists = z.object({ [list]: ListPage })
  const Answer =
    root === undefined
      ? Lists
      : z.object({ [root]: Lists }).transform((answer): Readonly<Record<string, ListPage>> => answer[root] ?? {})
  return async (variables: Variables, name: string): Promise<ListPage> => {
    for (;;) {
      try {
        const answered = (await api.ask(page, { ...variables, first }, Answer, name))[list]
        if (!answered) throw new MalformedResponse(`${name}: ${list} is missing`)
        return answered
      } catch (error) {
        if (!(error instanceof QueryTooLarge) || first === 1) throw error
        first = Math.floor(first / 2)
      }
    }
  }
}

/** Pages of a list, from a cursor on. */
export async function* listPages(
  api: AdminApi,
  list: PagedList,
  variables: Variables = {},
  cursor: string | null = null,
): AsyncGenerator<Page<string>> {
  const fetch = createPager(api, list)
  const guard = createPageGuard(list.list)
  for (let after = cursor, isLast = false; !isLast; ) {
    const name = `Page ${guard.number + 1} of ${list.list}`
    const { nodes, pageInfo }: ListPage = await fetch({ ...variables, after }, name)
    isLast = !pageInfo.hasNextPage
    after = isLast ? null : pageInfo.endCursor
    if (!isLast && after === null) throw new MalformedResponse(`${name} does not say what follows`)
    guard.enter(after ?? 'the end')
    yield { records: nodes, total: null, next: after }
  }
}

/**
 * Completes a record's list, of which a page holds only the beginning. A record whose list cannot be read is returned unchanged: parsing
 * it reports the problem.
 */
export const completeList = (list: PagedList) => {
  const Begun = z.looseObject({ id: z.string(), [list.list]: ListPage })
  return async (api: AdminApi, record: unknown): Promise<unknown> => {
    const { data } = Begun.safeParse(record)
    const begun = ListPage.safeParse(data?.[list.list]).data
    if (!data || !begun?.pageInfo.hasNextPage) return record
    const rest = await Array.fromAsync(listPages(api, list, { id: data.id }, begun.pageInfo.endCursor))
    return { ...data, [list.list]: { nodes: [...begun.nodes, ...rest.flatMap(({ records }) => records)] } }
  }
}

interface NodesByIds {
  /** takes `$ids` */
  readonly operation: Operation
  readonly type: 'Order' | 'Customer' | 'Refund'
  /** shown in messages, such as `customers` */
  readonly name: string
  /** records per request: one query may cost 1,000 points */
  readonly atOnce: number
}

const Nodes = z.object({ nodes: z.array(z.unknown()) })

/** Records by the numbers in their IDs; Shopify answers with null for deleted ones, which are left out. */
export const nodesByIds = async (
  api: AdminApi,
  { operation, type, name, atOnce }: NodesByIds,
  ids: readonly string[],
): Promise<readonly unknown[]> => {
  const found: unknown[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce).map((id) => `gid://shopify/${type}/${id}`)
    const { nodes } = await api.ask(operation, { ids: some }, Nodes, `The ${name} of a list of IDs`)
    found.push(...nodes.filter((node) => node !== null))
  }
  return found
}
