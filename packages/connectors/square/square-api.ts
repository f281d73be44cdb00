import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { optionalList } from '../kit/fields.ts'
import { allRecords, type ListPage, pagesByCursor } from '../kit/paging.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** Responses have the fields of this version, whatever Square changes later. */
export const API_VERSION = '2025-10-16'

/** Square publishes no limits; integrators assume ten calls a second, and 429 limits the rest. */
export const SQUARE_BUDGET = { name: 'square', calls: 10, perMs: 1000 } as const

export interface ListRequest {
  /** shown in error messages, such as `orders` */
  readonly name: string
  /** of the records in the answers */
  readonly key: string
  readonly path: string
  /** sent by POST; if omitted, `query` is sent by GET */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

/** Records of an answer, each still to be parsed; Square leaves out a list that is empty. */
export const Records = optionalList(z.unknown())

const pageWith = (key: string) =>
  z.preprocess(
    (answer) =>
      typeof answer === 'object' && answer !== null ? { ...answer, records: Reflect.get(answer, key) } : answer,
    z.object({ records: Records, cursor: z.string().nullish(), count: z.int().nullish() }),
  )

/** Formats epoch milliseconds as Square expects them. */
export const instantText = (epochMs: number): string => new Date(epochMs).toISOString()

/** Splits IDs into as many as one call accepts. */
export const inBatches = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

/** Answers of the documented form. Calls throw `MalformedResponse` in addition to the client's errors. */
export const createSquareApi = (client: Connection['client'], withToken: CallWithToken) => {
  const send = (request: PlatformRequest): Promise<unknown> =>
    withToken((token) => {
      const headers = { authorization: `Bearer ${token}`, 'square-version': API_VERSION }
      return client.json({ ...request, headers, budgets: [SQUARE_BUDGET.name] })
    })

  const call = async <T extends z.ZodType>(request: PlatformRequest, schema: T): Promise<z.output<T>> =>
    readEnvelope(await send(request), schema, `Square’s response to ${request.path}`)

  const fetchPage = async ({ key, path, body, query }: ListRequest, after: string | null, name: string) => {
    const cursor = after ?? undefined
    const request: PlatformRequest = body
      ? { method: 'POST', path, body: { ...body, cursor } }
      : { path, query: { ...query, cursor } }
    const page = readEnvelope(await send(request), pageWith(key), name)
    return { records: page.records, total: page.count ?? null, next: page.cursor || null }
  }

  /** A list or search from the first page on; the calls differ only in the cursor. */
  async function* pages(
    request: ListRequest,
  ): AsyncGenerator<ListPage & { readonly isLast: boolean; readonly next: null }> {
    const fetch = (cursor: string | null, name: string) => fetchPage(request, cursor, name)
    for await (const page of pagesByCursor({ name: request.name, fetch }))
      yield { ...page, isLast: page.next === null, next: null }
  }

  return {
    call,

    /** Null if Square returns 404. */
    find: <T extends z.ZodType>(request: PlatformRequest, schema: T): Promise<z.output<T> | null> =>
      call({ ...request, absent: [404] }, schema.nullable()),

    pages,

    /** All records of a list. */
    all: (request: ListRequest): Promise<unknown[]> => allRecords(pages(request)),

    /** The first records of a search, for the connection test. */
    sample: (request: ListRequest, limit = 1): Promise<ListPage> =>
      fetchPage({ ...request, body: { ...request.body, limit } }, null, `Page 1 of ${request.name}`),
  }
}
export type SquareApi = ReturnType<typeof createSquareApi>
