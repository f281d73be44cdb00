import { expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { buildEnvelope } from './soap.ts'
import { escapeXml, findChild, parseXml, readChildText, readList } from './xml.ts'

const BOMB = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
<!ENTITY lol3 "&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;">]><a>&lol3;</a>`

test.each([
  ['an entity bomb', BOMB],
  ['an internal entity', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['an external document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1/"> %b;]><a/>'],
  ['a document type without a subset', '<!DOCTYPE a><a>b</a>'],
  ['a nested document type', '<a><!DOCTYPE b [<!ENTITY c "d">]><b>&c;</b></a>'],
  ['a truncated document', '<a><b>1</b><b>2'],
  ['overlapping tags', '<a><b></a></b>'],
  ['plain text', 'down for maintenance'],
  ['JSON', '{"a":1}'],
  ['an empty string', ''],
  ['a thousand levels', `${'<a>'.repeat(1000)}x${'</a>'.repeat(1000)}`],
])('rejects %s', (_name, text) => {
  expect(parseXml(text)).toBeNull()
})

const rootOf = (xml: string) => findChild(parseXml(`<r>${xml}</r>`) ?? {}, 'r') ?? {}

test.each([
  ['keeps a number as written', '<a>0012.50</a>', '0012.50'],
  ['decodes predefined entities', '<a>&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;</a>', `<b> & "c" 'd'`],
  ['numeric references', '<a>&#233;&#x1F377;</a>', 'é🍷'],
  ['decodes a reference once', '<a>&amp;lt;</a>', '&lt;'],
  ['keeps an unknown entity', '<a>&nbsp;x</a>', '&nbsp;x'],
  ['keeps an entity named like an object member', '<a>&toString;</a>', '&toString;'],
  ['replaces a character that is invalid in XML', '<a>a&#0;b&#xD800;c</a>', 'a�b�c'],
  ['reads a CDATA section', '<a>x<![CDATA[<b>&amp;</b> <!DOCTYPE c>]]>y</a>', 'x<b>&amp;</b> <!DOCTYPE c>y'],
  ['ignores a comment', '<a>x<!-- y -->z</a>', 'xz'],
  ['ignores a namespace prefix', '<n:a>b</n:a>', 'b'],
  ['nil', '<a xsi:nil="true"/>', null],
  ['whitespace', '<a> \n </a>', null],
  ['two elements of the same name', '<a>1</a><a>2</a>', null],
])('text: %s', (_name, xml, expected) => {
  expect(readChildText(rootOf(xml), 'a')).toBe(expected)
})

test('elements named like object members do not reach a prototype', () => {
  const root = rootOf('<a>b</a>')
  expect(readChildText(root, 'toString')).toBeNull()
  expect(findChild(root, '__proto__')).toBeNull()
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    parseXml(`<r><${name}><polluted>yes</polluted></${name}></r>`)
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test.each([
  ['one member', '<l><m><x>1</x></m></l>', [{ x: '1' }]],
  ['members named like the list', '<l><l><x>1</x></l><l><x>2</x></l></l>', [{ x: '1' }, { x: '2' }]],
  ['an empty list', '<l/>', []],
  ['whitespace', '<l>\n </l>', []],
  ['no list', '<k/>', null],
  ['text', '<l>x</l>', null],
  ['text between members', '<l>x<m><x>1</x></m></l>', null],
  ['two kinds of members', '<l><m><x>1</x></m><n><x>1</x></n></l>', null],
  ['text members', '<l><m>x</m></l>', null],
])('list: %s', (_name, xml, expected) => {
  expect(readList(rootOf(xml).l)).toEqual(expected)
})

test('hostile texts are received as sent and stay inside their element', () => {
  for (const text of HOSTILE_TEXTS) {
    const sent = buildEnvelope('Search', { username: text, password: text }, { SKU: text, Page: 1, Type: undefined })
    const body = findChild(findChild(parseXml(sent) ?? {}, 'Envelope') ?? {}, 'Body') ?? {}
    const request = findChild(findChild(body, 'Search') ?? {}, 'Request') ?? {}
    expect(Object.keys(request)).toEqual(['Security', 'SKU', 'Page'])
    // XML normalizes line ends to \n and does not allow control characters.
    const written = Array.from(text, (one) => (escapeXml(one) === '�' ? '�' : one)).join('')
    expect(readChildText(request, 'SKU')).toBe(written.replace(/\r\n?/g, '\n').trim() || null)
  }
})

test('an element marked as nil is like an empty one', () => {
  const parsed = parseXml('<Order xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance"><Tip xsi:nil="true"/></Order>')
  const order = findChild(parsed ?? {}, 'Order') ?? {}
  expect([readChildText(order, 'Tip'), readList(order.Tip)]).toEqual([null, []])
})
