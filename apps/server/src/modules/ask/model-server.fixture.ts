import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

type Answer = (body: string, response: ServerResponse) => void

export interface ModelServer {
  /** for MODEL_URL */
  readonly url: string
  /** bodies of the requests so far */
  readonly calls: string[]
  /** authorization headers of the requests so far */
  readonly keys: (string | undefined)[]
  /** sets the response from now on */
  answer: Answer
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** A chat completion with this text. */
export const saying =
  (text: string): Answer =>
  (_, response) => {
    const message = { role: 'assistant', content: text }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }

/** An OpenAI-compatible provider in this process; stopped after the file's last test. */
export const startModelServer = async (): Promise<ModelServer> => {
  const model: { -readonly [K in keyof ModelServer]: ModelServer[K] } = {
    url: '',
    calls: [],
    keys: [],
    answer: saying(''),
  }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    model.calls.push(body)
    model.keys.push(request.headers.authorization)
    model.answer(body, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  model.url = `http://127.0.0.1:${port}/v1`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return model
}
