import type { MailContent } from '../message.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

interface Letter {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly action: { readonly label: string; readonly url: string }
  readonly footnote: string
}

const FONT = "font-family: Inter, 'Segoe UI', Helvetica, Arial, sans-serif"
const paragraph = (text: string): string => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`

const button = ({ label, url }: Letter['action']): string =>
  `<p style="margin: 24px 0"><a href="${escapeHtml(url)}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: #8b1e3f; color: #ffffff; font-weight: 600; text-decoration: none">${escapeHtml(label)}</a></p>`

const html = (letter: Letter): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin: 0; padding: 32px 16px; background: #f7f4f2; color: #2b2523; ${FONT}; font-size: 16px; line-height: 1.5">
<div style="max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e6dfdb; border-radius: 8px">
<p style="margin: 0 0 24px; color: #8b1e3f; font-size: 20px; font-weight: 600">Cuvee</p>
${[letter.greeting, ...letter.paragraphs].map(paragraph).join('\n')}
${button(letter.action)}
<p style="margin: 0; color: #6b625e; font-size: 14px">${escapeHtml(letter.footnote)}</p>
</div>
</body>
</html>
`

/** One letter in both forms: the plain text carries all that the page says, and the bare link. */
export const writeLetter = (letter: Letter): MailContent => ({
  subject: letter.subject,
  text: `${[letter.greeting, ...letter.paragraphs, letter.action.url, letter.footnote].join('\n\n')}\n`,
  html: html(letter),
})
