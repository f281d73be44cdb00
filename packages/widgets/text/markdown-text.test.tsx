import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { MarkdownText } from './markdown-text.tsx'

const render = (text: string): string => renderToStaticMarkup(<MarkdownText text={text} />)

const CORPUS = new URL('../../testkit/corpora/xss.txt', import.meta.url)
const payloads = readFileSync(CORPUS, 'utf8').split('\n').filter(Boolean)

/** A payload as a paragraph, link, image, reference and address. */
const written = (payload: string): string =>
  [payload, `[a](<${payload}>)`, `![${payload}](${payload})`, `[a]\n\n[a]: ${payload}`, `<${payload}>`].join('\n\n')

const OURS = /^<(?:p|a|em|strong|code|pre|ul|ol|li|blockquote|h[2-4]|hr|br|span)(?:\s|\/|>)/i
const LINK = /href="(?!https?:\/\/|mailto:|\/(?![/\\]))/i

test('security 39: a text has no HTML, no pictures, and links of http, https and mailto only', () => {
  const tags = sample(payloads, 200).flatMap((payload) => render(written(payload)).match(/<[a-z][^>]*>/gi) ?? [])
  expect(tags.filter((tag) => !OURS.test(tag) || LINK.test(tag) || /\son[a-z]+=/i.test(tag))).toEqual([])
})

test.each(['https://example.com/a?b=c', 'http://example.com', 'mailto:cellar@example.com'])(
  'links to %s',
  (address) => {
    expect(render(`[a](<${address}>)`)).toContain(`<a href="${address}"`)
  },
)

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
])('drops the link to %s', (address) => {
  expect(render(`[a](<${address}>)`)).toBe('<p><span>a</span></p>')
})

test('links to pages of this site open in the same tab', () => {
  expect(render('[Orders](/reports/orders/list?a=b)')).toBe('<p><a href="/reports/orders/list?a=b">Orders</a></p>')
})

test('writes headings below that of the page, and opens links in a new tab', () => {
  expect(render('# Harvest')).toBe('<h2>Harvest</h2>')
  expect(render('[Book](https://example.com)')).toBe(
    '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer">Book</a></p>',
  )
  expect(render('![seen](https://evil.example/t.gif) [x](javascript:alert(1))')).toBe(
    '<p><em>seen</em> <span>x</span></p>',
  )
})
