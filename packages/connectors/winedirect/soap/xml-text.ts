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

/** A numeric reference to a character that XML does not allow becomes U+FFFD; any other one stays. */
export const unescapeInvalid = (reference: string): string => {
  const digits = reference.slice(2, -1)
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return Number.isNaN(code) || isXmlCharacter(code) ? reference : REPLACEMENT
}
