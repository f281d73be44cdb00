import type { MailContent } from '../message.ts'
import { escapeHtml, type MailLink, mailButton, mailFootnote, mailPage, mailTextLink, oneLine } from './mail-page.ts'

interface Letter {
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

/** A name can hold an address; mail programs must not make a link of it. */
const withoutLinks = (text: string): string => text.replace(/:\/\//g, ':\u200b//')

const paragraph = (text: string): string => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`

const said = ({ greeting, paragraphs }: Letter): string[] => [greeting, ...paragraphs].map(withoutLinks)

const html = (letter: Letter): string => {
  const { action, footnote, footnoteLink, paragraphs } = letter
  const link = footnoteLink ? ` ${mailTextLink(footnoteLink)}` : ''
  return mailPage({
    title: oneLine(letter.subject),
    preheader: withoutLinks(paragraphs[0] ?? ''),
    width: WIDTH,
    body: [
      ...said(letter).map(paragraph),
      mailButton(action),
      mailFootnote(`${escapeHtml(withoutLinks(footnote))}${link}`),
    ].join('\n'),
  })
}

const text = (letter: Letter): string => {
  const { action, footnote, footnoteLink } = letter
  const link = footnoteLink ? [`${footnoteLink.label}: ${footnoteLink.url}`] : []
  return `${[...said(letter), `${action.label}:\n${action.url}`, withoutLinks(footnote), ...link].join('\n\n')}\n`
}

/** One letter in both forms: the plain text carries all that the page says, with bare links. */
export const writeLetter = (letter: Letter): MailContent => ({
  subject: oneLine(letter.subject),
  text: text(letter),
  html: html(letter),
})
