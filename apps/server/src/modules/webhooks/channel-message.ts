import type { ChannelFormat } from '#domain/webhooks.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'

/** Most characters of a text of Slack. */
const MAX_TEXT = 3000

/** Cuts no escaped sign and no surrogate pair in two. */
const shorten = (text: string, most: number = MAX_TEXT): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/(?:&[a-z]*|[\uD800-\uDBFF])$/, '')}…`

/** The three signs that Slack asks to escape, so that no name becomes a link or a mention. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `verbatim`: nothing in the text is turned into a link or a mention. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })

const MAX_TITLE = 200

/** For an incoming webhook of Slack: blocks, and the text of the notification. */
const slackMessage = ({ subject, paragraphs, link }: NotificationMessage, publicUrl: string) => ({
  text: shorten(escapeSlack(subject)),
  unfurl_links: false,
  blocks: [
    section(`*${shorten(escapeSlack(subject), MAX_TITLE)}*`),
    section(shorten(escapeSlack(paragraphs.join('\n')))),
    ...(link ? [section(`<${publicUrl}${link.path}|${escapeSlack(link.label)}>`)] : []),
  ],
})

/** Most blocks of a card, each of which adds to its 28 KB. */
const MAX_LINES = 50

/** A text block would read names as Markdown. */
const plainBlock = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
})

/** For a workflow of Teams that posts when it receives a webhook request: an Adaptive Card. */
const teamsMessage = ({ subject, paragraphs, link }: NotificationMessage, publicUrl: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          plainBlock(shorten(subject, MAX_TITLE), { weight: 'Bolder', size: 'Medium' }),
          ...shorten(paragraphs.join('\n'))
            .split('\n', MAX_LINES)
            .map((line) => plainBlock(line)),
        ],
        actions: link ? [{ type: 'Action.OpenUrl', title: link.label, url: `${publicUrl}${link.path}` }] : [],
      },
    },
  ],
})

const WRITERS = { slack: slackMessage, teams: teamsMessage } as const satisfies Record<ChannelFormat, unknown>

/**
 * A notification as the JSON that a product's incoming webhook takes.
 *
 * @param publicUrl origin of its link, without a trailing slash
 */
export const channelPayload = (format: ChannelFormat, message: NotificationMessage, publicUrl: string): string =>
  JSON.stringify(WRITERS[format](message, publicUrl))
