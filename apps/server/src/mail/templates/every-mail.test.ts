import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { decodePart, startMailServer } from '#testkit/mail-server.ts'
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
const URLS = /https?:\/\/[^\s"<>]+/g
const TAGS = /<\/?([a-z][a-z0-9]*)/gi

const tagsOf = (html: string): string[] => [...html.matchAll(TAGS)].map(([tag]) => tag)

/** The visible text of a page, in order. */
const visibleText = (html: string): string =>
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

test('has a sample for every template', async () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mail.ts'))
  const modules = await Promise.all(files.map((name): Promise<object> => import(join(import.meta.dirname, name))))
  // a channel posts some of their parts
  const templates = modules.flatMap((exported) => Object.keys(exported)).filter((name) => name.endsWith('Mail'))
  const sampled = Object.keys(everyMail({ word: PLAIN, publicUrl: PUBLIC }))
  expect(sampled.sort()).toEqual(templates.sort())
})

test('the rows of a report are cards on a phone, and a number is never broken', () => {
  const { html = '' } = everyMail({ word: PLAIN, publicUrl: PUBLIC }).scheduledReportMail ?? {}
  expect(html).toContain('.cards td { display: block !important }')
  expect(html).toMatch(/white-space: nowrap"><span class="name muted"[^>]*>Net sales: <\/span>\$12,050\.00<\/td>/)
})

describe.each(Object.entries(everyMail({ word: PLAIN, publicUrl: PUBLIC })))('%s', (name, mail) => {
  test('has a subject, and contains the visible text of its HTML in its plain text', () => {
    expect(mail.subject).not.toBe('')
    const missing = words(visibleText(mail.html)).filter((word) => !mail.text.includes(word))
    expect(missing.filter((word) => !['Cuvee', 'Open', 'report'].includes(word))).toEqual([])
  })

  test('links only to the product, with the same absolute URLs in text and HTML', () => {
    const inPage = [...mail.html.matchAll(LINKS)].map(([, url = '']) => url.replace(/&amp;/g, '&'))
    expect(inPage.length).toBeGreaterThan(0)
    for (const url of inPage) expect(new URL(url).origin).toBe(PUBLIC)
    expect(new Set(mail.text.match(URLS))).toEqual(new Set(inPage))
  })

  test('supports light and dark mode and has its own preview text', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail.html).toMatch(/<div style="display: none[^>]*>[^<&]{10}/)
  })

  test.each(HOSTILE)('security 39: escapes %j in a name, without markup, link or header injection', (word) => {
    const hostile = everyMail({ word, publicUrl: PUBLIC })[name]
    if (!hostile) throw new Error(`no mail ${name}`)
    expect(tagsOf(hostile.html)).toEqual(tagsOf(mail.html))
    for (const [, url = ''] of hostile.html.matchAll(LINKS)) expect(new URL(url).origin).toBe(PUBLIC)
    expect(hostile.subject).not.toMatch(/[\r\n]/)
  })
})

describe('over a real mail server', () => {
  /** Every email as received, sent one after another. */
  const delivered = async (word: string): Promise<readonly (readonly [MailContent, string])[]> => {
    const mails = Object.entries(everyMail({ word, publicUrl: PUBLIC }))
    const before = server.received.length
    for (const [id, mail] of mails) await server.transport.deliver({ id: id.replace(/\W/g, ''), to: TO, ...mail })
    return mails.map(([, mail], index) => [mail, server.received[before + index] ?? ''])
  }

  test('delivers text and HTML of every email unchanged', async () => {
    for (const [mail, raw] of await delivered('Château Zoë')) {
      expect(decodePart(raw, 'text/plain').trim()).toBe(mail.text.trim())
      expect(decodePart(raw, 'text/html').trim()).toBe(mail.html.trim())
    }
  })

  test('security 39: adds no header or recipient for a line break in a name', async () => {
    for (const [, raw] of await delivered('Name\r\nBcc: thief@evil.example')) {
      const [head = ''] = raw.split('\r\n\r\n')
      expect(head).not.toMatch(/^bcc:/im)
      expect(head).toMatch(new RegExp(`^To: ${TO}$`, 'm'))
    }
  })
})
