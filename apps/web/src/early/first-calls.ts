/** null: the server could not be reached */
type Answer = Promise<Response | null>

export interface FirstCalls {
  /** Sends a call, with a body by POST. */
  readonly ask: (path: string, body?: string) => Answer
  /** Notes an answer that came with that to another call. */
  readonly note: (path: string, body: string, answer: Answer) => void
  /** by path below the API's address, and body */
  readonly answers: Map<string, Answer>
}

/** @param token null: of a visitor */
export const createFirstCalls = (apiBase: string, token: string | null): FirstCalls => {
  const answers = new Map<string, Answer>()
  const note: FirstCalls['note'] = (path, body, answer) => void answers.set(`${path} ${body}`, answer)
  const ask: FirstCalls['ask'] = (path, body = '') => {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    }
    const answer = fetch(apiBase + path, body === '' ? { headers } : { method: 'POST', headers, body }).catch(
      () => null,
    )
    note(path, body, answer)
    return answer
  }
  return { ask, note, answers }
}

const NEW_LINE = 10

interface SplitAnswer {
  readonly line: string
  readonly rest: ReadableStream<Uint8Array>
}

/** The first line of an answer as soon as it is there, and the lines after it. */
export const splitFirstLine = async (body: ReadableStream<Uint8Array>): Promise<SplitAnswer> => {
  const reader = body.getReader()
  let seen = new Uint8Array()
  for (let end = -1; ; ) {
    const { value, done } = await reader.read()
    if (done) throw new Error('The answer ended amid its first line')
    seen = new Uint8Array([...seen, ...value])
    end = seen.indexOf(NEW_LINE)
    if (end < 0) continue
    const after = seen.slice(end + 1)
    const rest = new ReadableStream<Uint8Array>({
      start: (controller) => (after.length > 0 ? controller.enqueue(after) : undefined),
      pull: async (controller) => {
        const next = await reader.read()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
    return { line: new TextDecoder().decode(seen.subarray(0, end)), rest }
  }
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
