import { z } from 'zod'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { type AdminApi, type Operation, QueryTooLarge } from './admin-api.ts'

/** A list's page as Shopify gives it; its records are parsed one by one. */
export const ListPage = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})
export type ListPage = z.infer<typeof ListPage>

/** A list at the root of an answer. */
export interface PagedList {
  /** takes `$first` and `$after` */
  readonly page: Operation
  /** name of the list in the answer */
  readonly list: string
  readonly pageSize: number
}

/** Asks for pages, and for smaller ones from then on where Shopify finds that one query would cost too much. */
export const createPager = (api: AdminApi, { page, list, pageSize }: PagedList) => {
  let first = pageSize
  const shape = z.object({ [list]: ListPage })
  return async (variables: Readonly<Record<string, unknown>>, name: string): Promise<ListPage> => {
    for (;;) {
      try {
        const found = (await api.ask(page, { ...variables, first }, shape, name))[list]
        if (!found) throw new MalformedResponse(`${name}: ${list} is missing`)
        return found
      } catch (error) {
        if (!(error instanceof QueryTooLarge) || first === 1) throw error
        first = Math.floor(first / 2)
      }
    }
  }
}
