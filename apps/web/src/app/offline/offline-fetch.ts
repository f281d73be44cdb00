import type { SendRequest } from '#web/api/session/authorized-fetch.ts'
import type { AnswerOwner, AnswerStore } from './answer-store.ts'
import type { Connection } from './connection.ts'
import { contentToStore, isStored, parseQuestion } from './stored-calls.ts'

interface OfflinePorts {
  /** absolute, without a slash at its end */
  readonly apiBase: string
  readonly answers: AnswerStore
  readonly connection: Connection
  /** the signed-in user; null: nothing is stored or shown again */
  readonly owner: () => AnswerOwner | null
  readonly now: () => number
}

/** Answers of a proxy whose server is down or restarting; the API's own errors are JSON. */
const isFromProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !(headers.get('content-type') ?? '').includes('json')

/** In characters; larger answers are not kept. */
const LARGEST = 2_000_000

const isSame = (one: AnswerOwner | null, other: AnswerOwner): boolean =>
  one !== null && one.id === other.id && one.accountId === other.accountId

/**
 * Keeps the last answers of the calls that screens read, and gives them again while the server cannot be reached. Rejects
 * as before if there is none.
 */
export const createOfflineFetch = (send: SendRequest, ports: OfflinePorts): SendRequest => {
  const { apiBase, answers, connection, owner, now } = ports

  const storedName = async (request: Request): Promise<string | null> => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.slice(new URL(apiBase).pathname.length)
    if (!isStored(request.method, path)) return null
    return request.method === 'GET' ? `${path}${search}` : parseQuestion(path, await request.clone().text())
  }

  const keep = async (user: AnswerOwner, name: string, response: Response): Promise<void> => {
    const type = response.headers.get('content-type') ?? ''
    const body = await response.text()
    const before = await answers.get(user, name)
    const content = contentToStore(type, body, before?.body ?? null)
    // The user may have signed out meanwhile.
    if (content === null || content.length > LARGEST || !isSame(owner(), user)) return
    await answers.put(user, name, { at: now(), type, body: content })
  }

  const storedAnswer = async (user: AnswerOwner | null, name: string | null): Promise<Response | null> => {
    if (!(await connection.failed()) || user === null || name === null) return null
    const stored = await answers.get(user, name).catch(() => null)
    if (stored === null || !isSame(owner(), user)) return null
    connection.showsStored(stored.at)
    return new Response(stored.body, { headers: { 'content-type': stored.type } })
  }

  return async (request, init) => {
    const user = owner()
    const name = user === null ? null : await storedName(request)
    try {
      const response = await send(request, init)
      if (isFromProxy(response)) return (await storedAnswer(user, name)) ?? response
      if (response.ok && user !== null && name !== null)
        keep(user, name, response.clone()).catch((error: unknown) => console.warn('An answer was not stored', error))
      return response
    } catch (error) {
      if (request.signal.aborted || !(error instanceof TypeError)) throw error
      const stored = await storedAnswer(user, name)
      if (stored === null) throw error
      return stored
    }
  }
}
