import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** Rules of Block Kit that this product's messages could break: https://docs.slack.dev/reference/block-kit/blocks/section-block */
const SlackMessage = z.strictObject({
  text: z.string().min(1),
  unfurl_links: z.boolean(),
  blocks: z
    .array(
      z.strictObject({
        type: z.literal('section'),
        text: z.strictObject({
          type: z.literal('mrkdwn'),
          text: z.string().min(1).max(3000),
          verbatim: z.literal(true),
        }),
      }),
    )
    .min(1)
    .max(50),
})

const TextRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  weight: z.literal('Bolder').optional(),
  size: z.literal('Medium').optional(),
})

/** What the workflow "Send webhook alerts to a channel" reads: an Adaptive Card in each attachment. */
const TeamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          msteams: z.strictObject({ width: z.literal('Full') }),
          body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(TextRun).length(1) })),
          actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
        }),
      }),
    )
    .length(1),
})

const MAX_TEAMS_BYTES = 28 * 1024

export interface Fault {
  readonly status: number
  readonly body?: string
  readonly headers?: Record<string, string>
}

/** Slack at `/services/…`, and a workflow of Teams at `/workflows/…`, as their documentation describes them. */
export const fakeChannels = async () => {
  const slack: z.infer<typeof SlackMessage>[] = []
  const teams: z.infer<typeof TeamsMessage>[] = []
  const state: { fault: Fault | 'hang' | null; requests: number } = { fault: null, requests: 0 }

  const post = (path: string, body: string): Fault => {
    if (path.startsWith('/services/')) {
      const message = SlackMessage.safeParse(JSON.parse(body))
      if (!message.success) return { status: 400, body: 'invalid_payload' }
      slack.push(message.data)
      return { status: 200, body: 'ok' }
    }
    if (Buffer.byteLength(body) > MAX_TEAMS_BYTES) return { status: 413 }
    const message = TeamsMessage.safeParse(JSON.parse(body))
    if (!message.success) return { status: 400, body: message.error.message }
    teams.push(message.data)
    return { status: 202 }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    state.requests += 1
    if (state.fault === 'hang') return
    const { status, headers, body: answer } = state.fault ?? post(request.url ?? '', body)
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    slack,
    teams,
    state,
    urls: {
      slack: `${origin}/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXsign`,
      teams: `${origin}/workflows/5f/triggers/manual/paths/invoke?api-version=1&sig=abcdefghijklmsign`,
    },
    reset: () => {
      slack.length = 0
      teams.length = 0
      Object.assign(state, { fault: null, requests: 0 })
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
