import { XMLParser } from 'fast-xml-parser'
import { unescapeXml } from './xml-text.ts'

/** Content of an element: text, elements by name, or several of one name. */
export type XmlValue = string | XmlElement | readonly XmlValue[]
export interface XmlElement {
  readonly [name: string]: XmlValue
}

class HasDoctype extends Error {}

// Numbers stay text: 1.10 is an amount of money, and 00123 is a SKU.
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 30,
  jPath: false,
  // A document type could define entities, so none is accepted; SOAP forbids them anyway.
  entityDecoder: {
    addInputEntities: () => {
      throw new HasDoctype()
    },
    setExternalEntities: () => {},
    setXmlVersion: () => {},
    reset: () => {},
    decode: unescapeXml,
  },
})

/** The document's root elements by name, without prefixes and attributes; null if it is not complete, plain XML. */
export const parseXml = (text: string): XmlElement | null => {
  try {
    const document: unknown = parser.parse(text.replace(/^\uFEFF/, ''), true)
    return isElement(document) ? document : null
  } catch {
    return null
  }
}

const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The only element of this name; null if it is missing, has no child elements, or there are several. */
export const elementOf = (parent: XmlElement, name: string): XmlElement | null => {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  return isElement(value) ? value : null
}

/** The trimmed text of the element of this name; null if it is missing or empty. */
export const textOf = (parent: XmlElement, name: string): string | null => {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

const TEXT = '#text'

/**
 * The children of the list element of this name, if all have the same name; an empty list is `[]`. Null if there is no such list, or
 * if it has other content.
 */
export const listOf = (parent: XmlElement, name: string): readonly XmlElement[] | null => {
  const list = Object.hasOwn(parent, name) ? parent[name] : undefined
  if (typeof list === 'string') return list.trim() === '' ? [] : null
  if (!isElement(list) || textOf(list, TEXT) !== null) return null
  const kinds = Object.entries(list).filter(([key]) => key !== TEXT)
  const [first] = kinds
  if (first === undefined || kinds.length > 1) return null
  const members = Array.isArray(first[1]) ? first[1] : [first[1]]
  return members.every(isElement) ? members : null
}
