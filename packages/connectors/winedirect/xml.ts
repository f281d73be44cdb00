import { codes } from '../kit/codes.ts'
import { createXmlParser } from '../kit/xml-parser.ts'

/** Content of an element: text, elements by name, or several of one name. */
export type XmlValue = string | XmlElement | readonly XmlValue[]
export interface XmlElement {
  readonly [name: string]: XmlValue
}

const TEXT = '#text'
const MAX_DEPTH = 30

const ESCAPES = codes({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })

// Other characters are not allowed in XML 1.0, not even as a reference.
const INVALID = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const REPLACEMENT = '�'

/** Escapes text for an element. Characters that XML does not allow become U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(INVALID, REPLACEMENT).replace(/[&<>"']/g, (sign) => ESCAPES.get(sign) ?? sign)

/** A numeric reference to a character that XML does not allow becomes U+FFFD; any other one stays. */
const replaceInvalidReference = (reference: string): string => {
  const digits = reference.slice(2, -1)
  const code = Number(/^x/i.test(digits) ? `0${digits}` : digits)
  const isValid = code <= 0x10ffff && String.fromCodePoint(code).search(INVALID) < 0
  return Number.isNaN(code) || isValid ? reference : REPLACEMENT
}

/** With line ends as XML reads them, and without references to characters that it does not allow. */
const readable = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/&#x?[\da-f]{1,8};/gi, replaceInvalidReference)

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The document's root elements by name, without prefixes and attributes; null if it is not complete, plain XML. */
export const parseXml = (text: string): XmlElement | null => {
  const parser = createXmlParser()
  const root = newElement()
  const open = [root]
  const addText = (part: string): void => {
    const element = open.at(-1)
    if (element && open.length > 1) element[TEXT] = `${element[TEXT] ?? ''}${part}`
  }
  parser.onerror = (error) => {
    // An unknown entity stays as it is written.
    if (!error.message.startsWith('Invalid character entity')) throw error
    parser.resume()
  }
  // It could define entities, so none is accepted; SOAP forbids them anyway.
  parser.ondoctype = () => {
    throw new Error('The XML has a document type')
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onopentag = () => {
    if (open.length > MAX_DEPTH) throw new Error('The XML has too many levels')
    open.push(newElement())
  }
  parser.onclosetag = (name) => {
    const element = open.pop()
    const parent = open.at(-1)
    if (element && parent) addChild(parent, withoutPrefix(name), contentOf(element))
  }
  try {
    parser.write(readable(text)).close()
  } catch {
    return null
  }
  return Object.keys(root).length === 1 ? root : null
}

type Children = Record<string, XmlValue>

/** Elements may be named like members of objects. */
const newElement = (): Children => Object.create(null)

const addChild = (parent: Children, name: string, value: XmlValue): void => {
  const before = parent[name]
  if (before === undefined) parent[name] = value
  else if (isList(before)) before.push(value)
  else parent[name] = [before, value]
}

const isList = (value: XmlValue): value is XmlValue[] => Array.isArray(value)

/** An element without children is its text. */
const contentOf = (element: Children): XmlValue =>
  Object.keys(element).every((name) => name === TEXT) ? String(element[TEXT] ?? '') : element

const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The only element of this name; null if it is missing, has no child elements, or there are several. */
export const findChild = (parent: XmlElement, name: string): XmlElement | null => {
  const value = parent[name]
  return isElement(value) ? value : null
}

/** The trimmed text of the element of this name; null if it is missing or empty. */
export const readChildText = (parent: XmlElement, name: string): string | null => {
  const value = parent[name]
  return (typeof value === 'string' && value.trim()) || null
}

/**
 * The children of a list element, if all have the same name; an empty list is `[]`. Null if it is no list, or has other content.
 */
export const readList = (list: unknown): readonly XmlElement[] | null => {
  if (typeof list === 'string') return list.trim() === '' ? [] : null
  if (!isElement(list) || readChildText(list, TEXT) !== null) return null
  const [children, ...others] = Object.entries(list).flatMap(([name, value]) => (name === TEXT ? [] : [value]))
  if (children === undefined || others.length > 0) return null
  const members = Array.isArray(children) ? children : [children]
  return members.every(isElement) ? members : null
}
