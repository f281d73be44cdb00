/** Sends a call, with a body by POST. null: the server could not be reached. */
export type Ask = (path: string, body?: string) => Promise<Response | null>

/**
 * Answers are by path below the API's address, and body.
 * @param token null: of a visitor
 */
export const createFirstCalls = (apiBase: string, token: string | null) => {
  const answers = new Map<string, Promise<Response | null>>()
  const ask: Ask = (path, body = '') => {
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
export const streamCopy = async (answer: Promise<Response | null>): Promise<ReadableStream<Uint8Array> | null> => {
  const response = await answer
  return response?.ok ? response.clone().body : null
}

export const readCopy = async <T>(answer: Promise<Response | null>): Promise<T | null> => {
  const response = await answer
  return response?.ok ? response.clone().json() : null
}
