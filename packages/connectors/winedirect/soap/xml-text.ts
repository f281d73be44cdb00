import { lookupTable } from '#domain/lookup-table.ts'

const ESCAPES: Readonly<Record<string, string>> = lookupTable({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
})

// Other characters are not allowed in XML 1.0, not even as a reference.
const isXmlCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

const REPLACEMENT = '�'

const PLAIN = /^[\w .,:;/+=@#!?()[\]{}*%$-]*$/

/** Escapes text for an element. Characters that XML does not allow become U+FFFD. */
export const escapeXml = (text: string): string => (PLAIN.test(text) ? text : escapeEach(text))

const escapeEach = (text: string): string =>
  Array.from(text, (one) => (isXmlCharacter(one.codePointAt(0) ?? 0) ? (ESCAPES[one] ?? one) : REPLACEMENT)).join('')

const NAMED: Readonly<Record<string, string>> = lookupTable({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })

const ofCode = (code: number): string => (isXmlCharacter(code) ? String.fromCodePoint(code) : REPLACEMENT)

/** Decodes the five predefined entities and numeric references, once; other entities stay unchanged. */
export const unescapeXml = (text: string): string => (text.includes('&') ? unescapeEach(text) : text)

const unescapeEach = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,8})|#(\d{1,10})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return ofCode(Number.parseInt(hex, 16))
    if (decimal !== undefined) return ofCode(Number(decimal))
    return (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? whole
  })
