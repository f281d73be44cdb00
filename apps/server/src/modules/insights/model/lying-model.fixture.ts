import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The behavior of the fake model. */
export type ModelBehavior = (
  sentences: readonly string[],
) => string | { status: number; body: string } | 'hang' | 'flood'

interface Request {
  readonly authorization: string | undefined
  readonly body: string
}

/** An OpenAI-compatible fake provider on a free local port. */
export const startModel = async (first: ModelBehavior) => {
  const requests: Request[] = []
  let behavior = first
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization, body })
      const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] }
      const content = messages.findLast(({ role }) => role === 'user')?.content
      const text = typeof content === 'string' ? content : (content as { text: string }[])[0]?.text
      const { sentences } = JSON.parse(text ?? '{}') as { sentences: string[] }
      const reply = behavior(sentences)
      if (reply === 'hang') return
      response.setHeader('content-type', 'application/json')
      if (reply === 'flood') {
        const spill = (): void => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', spill)
        }
        return spill()
      }
      if (typeof reply !== 'string') {
        response.statusCode = reply.status
        return void response.end(reply.body)
      }
      response.end(
        JSON.stringify({
          id: '1',
          object: 'chat.completion',
          created: 1,
          model: 'fake',
          choices: [{ index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    behave: (next: ModelBehavior) => {
      behavior = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
