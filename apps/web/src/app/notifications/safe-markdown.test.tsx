import { readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SafeMarkdown, SafeMarkdownLine } from './safe-markdown.tsx'

beforeAll(() => vi.stubGlobal('location', { origin: 'https://winery.example' }))
afterAll(() => vi.unstubAllGlobals())

/** Without style elements and image preload hints. */
const render = (text: string): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <SafeMarkdown text={text} />
    </MantineProvider>,
  )
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/<link rel="preload" as="image" href="[^"]*"\/>/g, '')

const CORPUS = new URL('../../../../../packages/testkit/corpora/xss.txt', import.meta.url)
const payloads = readFileSync(CORPUS, 'utf8').split('\n').filter(Boolean)

/** A payload in every Markdown position: paragraph, link URL and title, image URL, reference, code. */
const written = (payload: string): string =>
  [
    payload,
    `[a](${payload})`,
    `[a](<${payload}>)`,
    `[a](x "${payload}")`,
    `![${payload}](${payload})`,
    `[a]\n\n[a]: ${payload}`,
    `<${payload}>`,
    `\`${payload}\``,
  ].join('\n\n')

const TAG = /<[a-z][^>]*>/gi
const OURS = /^<(?:div|p|a|em|strong|code|pre|ul|ol|li|blockquote|h[1-6]|hr|br|img)(?:\s|\/|>)/i

/** Dangerous output: an element that Markdown does not produce, an event handler, a script URL. */
const dangers = (html: string): string[] =>
  [...html.matchAll(TAG)]
    .map(([tag]) => tag)
    .filter(
      (tag) =>
        !OURS.test(tag) ||
        /\son[a-z]+\s*=/i.test(tag.replace(/"[^"]*"/g, '""')) ||
        /(?:href|src)="\s*(?:javascript|vbscript|data):/i.test(tag),
    )

test('security 39: no XSS payload in any Markdown position becomes an element, an event handler or a script URL', {
  timeout: 120_000,
}, () => {
  expect(payloads.length).toBeGreaterThan(700)
  expect(payloads.flatMap((payload) => dangers(render(written(payload))))).toEqual([])
})

test.each([
  'https://evil.example/t.gif',
  '//evil.example/t.gif',
  'http://winery.example/t.gif',
  'https://winery.example.evil.example/t.gif',
  'http://[',
])('security 39: replaces the external image %s with its alt text', (src) => {
  const html = render(`![seen](${src})`)
  expect(html).not.toContain('<img')
  expect(html).toContain('<em>seen</em>')
})

test('internal links open in the same tab', () => {
  expect(render('[Services](/admin/services)')).toContain('<a href="/admin/services">Services</a>')
})

test('security 39: keeps only emphasis in a subject', () => {
  const subject = '**Till** _now_ `x` [a](https://evil.example) ![t](/t.gif) <b>b</b>\n\n# c'
  const html = renderToStaticMarkup(<SafeMarkdownLine text={subject} />)
  expect(html.match(/<[a-z]+/g)).toEqual(['<strong', '<em', '<code'])
})

test('shows internal images, and opens external links in a new tab without an opener', () => {
  expect(render('![bottle](/files/bottle.png)')).toContain('<img src="/files/bottle.png" alt="bottle"/>')
  expect(render('[more](https://docs.example)')).toContain(
    '<a href="https://docs.example" target="_blank" rel="noopener noreferrer">more</a>',
  )
})
