import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { partOf, startMailServer } from '#testkit/mail-server.ts'
import { everyMail } from './every-mail.fixture.ts'
import type { MailContent } from './mail-page.ts'

const PUBLIC = 'https://cuvee.example'
const server = await startMailServer()
afterAll(() => server.close())

const TO = 'one@winery.example'
const PLAIN = 'Stony Brook'
const HOSTILE = [
  '<b>Zoë</b>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</title><img src=x onerror=alert(1)>',
  '<a href="https://evil.example">click</a>',
  'https://evil.example/login',
  'javascript:alert(1)',
  '&lt;script&gt;',
  'Name\r\nBcc: thief@evil.example',
]

const LINKS = /(?:href|src|action|background)\s*=\s*"([^"]*)"/gi
const ADDRESSES = /https?:\/\/[^\s"<>]+/g
const TAGS = /<\/?([a-z][a-z0-9]*)/gi

const tagsOf = (html: string): string[] => [...html.matchAll(TAGS)].map(([tag]) => tag)

/** What a reader sees of a page, in order. */
const seen = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, '')
    .replace(/<div style="display: none[^>]*>[\s\S]*?<\/div>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

const words = (text: string): string[] => text.split(/[\s|:]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

test('every template has a sample here', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mail.ts'))
  const modules = await Promise.all(files.map((name): Promise<object> => import(join(import.meta.dirname, name))))
  const sampled = Object.keys(everyMail({ word: PLAIN, publicUrl: PUBLIC }))
  expect(sampled.sort()).toEqual(modules.flatMap((exported) => Object.keys(exported)).sort())
})

describe.each(Object.entries(everyMail({ word: PLAIN, publicUrl: PUBLIC })))('%s', (name, mail) => {
  test('has a subject, a text and a page, and says in the text all that the page says', () => {
    expect(mail.subject).not.toBe('')
    const missing = words(seen(mail.html)).filter((word) => !mail.text.includes(word))
    expect(missing.filter((word) => !['Cuvee', 'Open', 'report'].includes(word))).toEqual([])
  })

  test('leads to the product alone, by absolute addresses, the same ones in text and page', () => {
    const inPage = [...mail.html.matchAll(LINKS)].map(([, url = '']) => url.replace(/&amp;/g, '&'))
    expect(inPage.length).toBeGreaterThan(0)
    for (const url of inPage) expect(new URL(url).origin).toBe(PUBLIC)
    expect(new Set(mail.text.match(ADDRESSES))).toEqual(new Set(inPage))
  })

  test('is written for light and dark, and its list entry does not begin with our frame', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail.html).toMatch(/<div style="display: none[^>]*>[^<&]{10}/)
  })

  test.each(HOSTILE)('security 39: %j in a name becomes no markup, no link and no header', (word) => {
    const hostile = everyMail({ word, publicUrl: PUBLIC })[name]
    if (!hostile) throw new Error(`no mail ${name}`)
    expect(tagsOf(hostile.html)).toEqual(tagsOf(mail.html))
    for (const [, url = ''] of hostile.html.matchAll(LINKS)) expect(new URL(url).origin).toBe(PUBLIC)
    expect(hostile.subject).not.toMatch(/[\r\n]/)
  })
})

describe('over a real mail server', () => {
  /** What arrives of every mail, sent one after another. */
  const delivered = async (word: string): Promise<readonly (readonly [MailContent, string])[]> => {
    const mails = Object.entries(everyMail({ word, publicUrl: PUBLIC }))
    const before = server.received.length
    for (const [id, mail] of mails) await server.transport.deliver({ id: id.replace(/\W/g, ''), to: TO, ...mail })
    return mails.map(([, mail], place) => [mail, server.received[before + place] ?? ''])
  }

  test('every mail arrives with both of its forms as they were written', async () => {
    for (const [mail, raw] of await delivered('Château Zoë')) {
      expect(partOf(raw, 'text/plain').trim()).toBe(mail.text.trim())
      expect(partOf(raw, 'text/html').trim()).toBe(mail.html.trim())
    }
  })

  test('security 39: a line break in a name adds no header and no recipient', async () => {
    for (const [, raw] of await delivered('Name\r\nBcc: thief@evil.example')) {
      const [head = ''] = raw.split('\r\n\r\n')
      expect(head).not.toMatch(/^bcc:/im)
      expect(head).toMatch(new RegExp(`^To: ${TO}$`, 'm'))
    }
  })
})
