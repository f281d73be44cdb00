/** null: the server could not be reached */
type Answer = Promise<Response | null>

export interface FirstCalls {
  /** Sends a call, with a body by POST. */
  readonly ask: (path: string, body?: string) => Answer
  /** by path below the API's address, and body */
  readonly answers: Map<string, Answer>
}

/** @param token null: of a visitor */
export const createFirstCalls = (apiBase: string, token: string | null): FirstCalls => {
  const answers = new Map<string, Answer>()
  const ask: FirstCalls['ask'] = (path, body = '') => {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    }
    const answer = fetch(apiBase + path, body === '' ? { headers } : { method: 'POST', headers, body }).catch(
      () => null,
    )
    answers.set(`${path} ${body}`, answer)
    return answer
  }
  return { ask, answers }
}

/** Copies, since the app reads the answer itself; null: there is no good one. */
export const streamCopy = async (answer: Answer): Promise<ReadableStream<Uint8Array> | null> => {
  const response = await answer
  return response?.ok ? response.clone().body : null
}

export const readCopy = async <T>(answer: Answer): Promise<T | null> => {
  const response = await answer
  return response?.ok ? response.clone().json() : null
}
