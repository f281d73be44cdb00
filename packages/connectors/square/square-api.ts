import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED } from '../kit/http-call.ts'
import { isInterrupted, parseJsonOrNull } from '../kit/json-answer.ts'
import { type ListPage, pagesByCursor } from '../kit/paging.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
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
export const Records = z
  .array(z.unknown())
  .nullish()
  .transform((records) => records ?? [])

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

const classify = (answer: PlatformResponse): ResponseClassification | null =>
  isInterrupted(answer) ? { outcome: 'repeat', pauseMs: 0, reason: INTERRUPTED } : null

const Refusal = z.object({ errors: z.array(z.object({ code: z.string().regex(/^[A-Z_]{1,60}$/) })).min(1) })

const readAnswer = <T extends z.ZodType>(
  path: string,
  { status, text }: PlatformResponse,
  schema: T,
  name?: string,
) => {
  const answer = parseJsonOrNull(text)
  if (status >= 400) {
    const code = Refusal.safeParse(answer).data?.errors[0]?.code ?? `status ${status}`
    throw new RequestRejected(`Square rejected ${path} (${code})`)
  }
  if (answer === undefined) throw new MalformedResponse(`Square’s response to ${path} is not JSON`)
  return readEnvelope(answer, schema, name ?? `Square’s response to ${path}`)
}

/** Answers of the documented form. Calls throw `MalformedResponse` in addition to the client's errors. */
export const createSquareApi = (client: Connection['client'], withToken: CallWithToken) => {
  const send = (request: PlatformRequest): Promise<PlatformResponse> =>
    withToken((token) => {
      const headers = { authorization: `Bearer ${token}`, 'square-version': API_VERSION }
      return client.send({ ...request, headers, budgets: [SQUARE_BUDGET.name], classify })
    })

  const fetchPage = async ({ key, path, body, query }: ListRequest, after: string | null, name: string) => {
    const cursor = after ?? undefined
    const request: PlatformRequest = body
      ? { method: 'POST', path, body: { ...body, cursor } }
      : { path, query: { ...query, cursor } }
    const page = readAnswer(path, await send(request), pageWith(key), name)
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
    call: async <T extends z.ZodType>(request: PlatformRequest, schema: T): Promise<z.output<T>> =>
      readAnswer(request.path, await send(request), schema),

    /** Null if Square returns 404. */
    async find<T extends z.ZodType>(request: PlatformRequest, schema: T): Promise<z.output<T> | null> {
      const response = await send(request)
      return response.status === 404 ? null : readAnswer(request.path, response, schema)
    },

    pages,

    /** All records of a list. */
    all: async (request: ListRequest): Promise<unknown[]> =>
      (await Array.fromAsync(pages(request))).flatMap(({ records }) => records),

    /** The first records of a search, for the connection test. */
    sample: (request: ListRequest, limit = 1): Promise<ListPage> =>
      fetchPage({ ...request, body: { ...request.body, limit } }, null, `Page 1 of ${request.name}`),
  }
}
export type SquareApi = ReturnType<typeof createSquareApi>
