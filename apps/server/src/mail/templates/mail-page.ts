import { PRINTED } from '#charts/palette.ts'
import { lookupTable } from '#domain/lookup-table.ts'

const ENTITIES: Readonly<Record<string, string>> = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/** Makes text safe for a header: line breaks cannot start another header. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Colors of the light theme; clients with dark mode override them by the classes below. */
const INK = PRINTED.ink
export const MUTED = PRINTED.dim
export const LINE = PRINTED.line
const ACCENT = PRINTED.accent

const FONT = "font-family: Inter, 'Segoe UI', Helvetica, Arial, sans-serif"

// Styles are inline, because many clients drop style sheets; this one only adds dark colors and narrow margins.
const SHEET = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #161719 !important; color: #eceae6 !important }
  .sheet { background: #1f2123 !important; border-color: #35383c !important }
  .line { border-color: #35383c !important }
  .muted { color: #aaa8a3 !important }
  .brand, .link { color: #dba6b1 !important }
  .button { background: #a05767 !important }
  .bar { background: #7b9cc8 !important }
  .below { background: #b5622a !important }
}
@media (max-width: 480px) {
  .page { padding: 12px 8px !important }
  .sheet { padding: 20px 16px !important }
  .cards, .cards tbody, .cards tr, .cards td { display: block !important }
  .cards thead, .cards .blank { display: none !important }
  .cards tr { border-bottom: 1px solid ${LINE}; padding: 8px 0 }
  .cards td { border: 0 !important; padding: 1px 0 !important; text-align: left !important }
  .cards .first { font-weight: 600 !important }
  .cards .name { display: inline !important }
}`

interface MailPage {
  readonly title: string
  /** the preview text next to the subject in an inbox */
  readonly preheader: string
  /** maximum width of the content in pixels */
  readonly width: number
  /** HTML */
  readonly body: string
}

// Without padding, the preview text would continue with the first words of the page.
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(60)

/** The HTML frame of all emails. */
export const mailPage = ({ title, preheader, width, body }: MailPage): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${SHEET}</style></head>
<body class="page" style="margin: 0; padding: 32px 16px; background: ${PRINTED.page}; color: ${INK}; ${FONT}; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere">
<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preheader)}${PADDING}</div>
<div class="sheet" style="max-width: ${width}px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid ${LINE}; border-radius: 8px">
<p class="brand" style="margin: 0 0 24px; color: ${ACCENT}; font-size: 20px; font-weight: 600">Cuvee</p>
${body}
</div>
</body>
</html>
`

export interface MailLink {
  readonly label: string
  /** absolute */
  readonly url: string
}

/** The main action. */
export const mailButton = ({ label, url }: MailLink): string =>
  `<p style="margin: 24px 0"><a class="button" href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${ACCENT}; color: #ffffff; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></p>`

/** Small print; `html` is HTML. */
export const mailFootnote = (html: string): string =>
  `<p class="muted" style="margin: 0; color: ${MUTED}; font-size: 14px">${html}</p>`

const mailTextLink = ({ label, url }: MailLink): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color: ${ACCENT}">${escapeHtml(label)}</a>`

/** The content of an email, rendered by a template; sender and recipient are set when it is queued. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface MailParts {
  readonly subject: string
  readonly greeting: string
  /** plain text */
  readonly paragraphs: readonly string[]
  readonly action: MailLink
  readonly footnote: string
  /** at the end of the footnote */
  readonly footnoteLink?: MailLink
}

const WIDTH = 520

/** A name can contain a URL; email clients must not turn it into a link. */
const withoutLinks = (text: string): string => text.replace(/:\/\//g, ':\u200b//')

const paragraph = (text: string): string => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`

const bodyTexts = ({ greeting, paragraphs }: MailParts): string[] => [greeting, ...paragraphs].map(withoutLinks)

const html = (parts: MailParts): string => {
  const { action, footnote, footnoteLink, paragraphs } = parts
  const link = footnoteLink ? ` ${mailTextLink(footnoteLink)}` : ''
  return mailPage({
    title: oneLine(parts.subject),
    preheader: withoutLinks(paragraphs[0] ?? ''),
    width: WIDTH,
    body: [
      ...bodyTexts(parts).map(paragraph),
      mailButton(action),
      mailFootnote(`${escapeHtml(withoutLinks(footnote))}${link}`),
    ].join('\n'),
  })
}

const text = (parts: MailParts): string => {
  const { action, footnote, footnoteLink } = parts
  const link = footnoteLink ? [`${footnoteLink.label}: ${footnoteLink.url}`] : []
  return `${[...bodyTexts(parts), `${action.label}:\n${action.url}`, withoutLinks(footnote), ...link].join('\n\n')}\n`
}

/** Renders an email as HTML and as plain text with the same content. */
export const renderMail = (parts: MailParts): MailContent => ({
  subject: oneLine(parts.subject),
  text: text(parts),
  html: html(parts),
})
