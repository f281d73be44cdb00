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

const complete = (response: ServerResponse, message: object, finishReason: string): void => {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
}

/** A chat completion with this text. */
export const saying =
  (text: string): Answer =>
  (_, response) =>
    complete(response, { content: text }, 'stop')

interface Call {
  readonly tool: string
  readonly input: unknown
}

/** Calls tools one after the other, and says a text once it has the last result. */
export const calling =
  (calls: readonly Call[], text: string): Answer =>
  (body, response) => {
    const done = JSON.parse(body).messages.filter(({ role }: { role: string }) => role === 'tool').length
    const next = calls[done]
    if (next === undefined) return complete(response, { content: text }, 'stop')
    const called = { name: next.tool, arguments: JSON.stringify(next.input) }
    return complete(
      response,
      { content: null, tool_calls: [{ id: `call-${done}`, type: 'function', function: called }] },
      'tool_calls',
    )
  }

/** Runs reports one after the other, and says a text. */
export const running = (reports: readonly object[], text: string): Answer =>
  calling(
    reports.map((input) => ({ tool: 'run_report', input })),
    text,
  )

/** What tools answered, as the last request has it. */
export const toolResults = ({ calls }: Pick<ModelServer, 'calls'>): unknown[] =>
  JSON.parse(calls.at(-1) ?? '{"messages":[]}')
    .messages.filter(({ role }: { role: string }) => role === 'tool')
    .map(({ content }: { content: string }) => JSON.parse(content))

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
