import type { PlainFetch } from '#web/api/session/session.ts'

/** What the page's own script has asked for while this code was loading. Answers are by path below the API's address, and body. */
export interface EarlyCalls {
  /** null: a visitor's */
  readonly token: string | null
  /** null: the server could not be reached */
  readonly answers: Map<string, Promise<Response | null>>
  /** what the page has drawn of them while this code was loading */
  readonly texts: readonly string[]
}

declare global {
  interface Window {
    cuveeEarlyCalls?: EarlyCalls | undefined
  }
}

export interface EarlyAnswers {
  /** Sends a request, unless the same one was sent early: then its answer, once. */
  readonly fetch: PlainFetch
  /** What the page has drawn of them by itself. */
  readonly drawnTexts: () => readonly string[]
  /** Answers that nobody wanted are outdated soon. */
  readonly forget: () => void
}

const isAuthorizedBy = (request: Request, token: string | null): boolean =>
  request.headers.get('authorization') === (token === null ? null : `Bearer ${token}`)

/** @param apiBase absolute, without a slash at its end */
export const createEarlyAnswers = (
  owner: Pick<Window, 'cuveeEarlyCalls'>,
  fetch: PlainFetch,
  apiBase: string,
): EarlyAnswers => {
  const take = async (request: Request): Promise<Response | null> => {
    const early = owner.cuveeEarlyCalls
    if (early === undefined || early.answers.size === 0 || !isAuthorizedBy(request, early.token)) return null
    const body = request.method === 'GET' ? '' : await request.clone().text()
    const key = `${request.url.slice(apiBase.length)} ${body}`
    const answer = early.answers.get(key)
    early.answers.delete(key)
    return (await answer) ?? null
  }
  return {
    fetch: async (input, init) => (input instanceof Request ? await take(input) : null) ?? fetch(input, init),
    drawnTexts: () => owner.cuveeEarlyCalls?.texts ?? [],
    forget: () => {
      owner.cuveeEarlyCalls = undefined
    },
  }
}
