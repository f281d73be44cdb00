import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED } from '../kit/http-call.ts'
import { isInterrupted, parseJsonOrNull } from '../kit/json-answer.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import type { Page } from '../kit/paging.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** Responses have the fields of this version, whatever Square changes later. */
export const API_VERSION = '2025-10-16'

/** Square publishes no limits; integrators assume ten calls a second, and 429 limits the rest. */
export const SQUARE_BUDGET = { name: 'square', calls: 10, perMs: 1000 } as const

export interface SquareApi {
  /** A response of the documented form. Throws `MalformedResponse` in addition to the client's errors. */
  call<T extends z.ZodType>(request: PlatformRequest, answer: T): Promise<z.output<T>>
  /** Like `call`, but null if Square returns 404. */
  find<T extends z.ZodType>(request: PlatformRequest, answer: T): Promise<z.output<T> | null>
  /** Responses of a list or search, from the first page on; the calls differ only in the cursor. */
  pages<T extends z.ZodType<Paged>>(request: ListRequest, answer: T): AsyncIterable<z.output<T>>
}

interface Paged {
  readonly cursor: string | null
}

export interface ListRequest {
  /** shown in error messages, such as `orders` */
  readonly name: string
  readonly path: string
  /** sent by POST; if omitted, `query` is sent by GET */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export const Cursor = z
  .string()
  .nullish()
  .transform((cursor) => cursor || null)

/** Records of an answer, each still to be parsed; Square leaves out a list that is empty. */
export const Records = z
  .array(z.unknown())
  .nullish()
  .transform((records) => records ?? [])

/** Formats epoch milliseconds as Square expects them. */
export const instantText = (epochMs: number): string => new Date(epochMs).toISOString()

const classify = (answer: PlatformResponse): ResponseClassification | null =>
  isInterrupted(answer) ? { outcome: 'repeat', pauseMs: 0, reason: INTERRUPTED } : null

const Refusal = z.object({ errors: z.array(z.object({ code: z.string().regex(/^[A-Z_]{1,60}$/) })).min(1) })

const refusal = (path: string, { status, text }: PlatformResponse): RequestRejected => {
  const [first] = Refusal.safeParse(parseJsonOrNull(text)).data?.errors ?? []
  return new RequestRejected(`Square rejected ${path} (${first?.code ?? `status ${status}`})`)
}

const withCursor = ({ path, body, query }: ListRequest, cursor: string | null): PlatformRequest => {
  if (body === undefined) return { path, query: { ...query, cursor: cursor ?? undefined } }
  return { method: 'POST', path, body: cursor === null ? body : { ...body, cursor } }
}

export const createSquareApi = (client: Connection['client'], withToken: CallWithToken): SquareApi => {
  const send = (request: PlatformRequest): Promise<PlatformResponse> =>
    withToken((token) => {
      const headers = { authorization: `Bearer ${token}`, 'square-version': API_VERSION }
      return client.send({ ...request, headers, budgets: [SQUARE_BUDGET.name], classify })
    })

  const answered = (path: string, response: PlatformResponse): unknown => {
    if (response.status >= 400) throw refusal(path, response)
    const answer = parseJsonOrNull(response.text)
    if (answer === undefined) throw new MalformedResponse(`Square’s response to ${path} is not JSON`)
    return answer
  }

  return {
    call: async (request, answer) =>
      readEnvelope(answered(request.path, await send(request)), answer, `Square’s response to ${request.path}`),

    async find(request, answer) {
      const response = await send(request)
      if (response.status === 404) return null
      return readEnvelope(answered(request.path, response), answer, `Square’s response to ${request.path}`)
    },

    async *pages(request, answer) {
      const guard = createPageGuard(request.name)
      let cursor: string | null = null
      do {
        guard.enter(cursor ?? '')
        const given = answered(request.path, await send(withCursor(request, cursor)))
        const page = readEnvelope(given, answer, `Page ${guard.number} of ${request.name}`)
        yield page
        cursor = page.cursor
      } while (cursor !== null)
    },
  }
}

const answerWith = (key: string) =>
  z.preprocess(
    (answer) =>
      typeof answer === 'object' && answer !== null ? { ...answer, records: Reflect.get(answer, key) } : answer,
    z.object({ records: Records, cursor: Cursor, count: z.int().nullish() }),
  )

/** Pages of a list from its beginning on. `key`: of the records in the answers. */
export async function* squarePages(
  api: SquareApi,
  request: ListRequest,
  key: string,
): AsyncGenerator<Page<never> & Paged> {
  for await (const { records, cursor, count } of api.pages(request, answerWith(key))) {
    yield { records, cursor, total: count ?? null, next: null }
  }
}
