import { z } from 'zod'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { type AdminApi, type Operation, QueryTooLarge } from './admin-api.ts'

/** A page of a list as Shopify returns it; its records are parsed one by one. */
export const ListPage = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})
export type ListPage = z.infer<typeof ListPage>

/** A root list of a response. */
export interface PagedList {
  /** takes `$first` and `$after` */
  readonly page: Operation
  /** key of the list in the response */
  readonly list: string
  readonly pageSize: number
}

/** Requests pages, and smaller ones from then on if Shopify reports that one query would cost too much. */
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
