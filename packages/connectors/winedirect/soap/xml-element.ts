import { createXmlParser } from '../../kit/xml-parser.ts'
import { unescapeInvalid } from './xml-text.ts'

/** Content of an element: text, elements by name, or several of one name. */
export type XmlValue = string | XmlElement | readonly XmlValue[]
export interface XmlElement {
  readonly [name: string]: XmlValue
}

const TEXT = '#text'
const MAX_DEPTH = 30

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** With line ends as XML reads them, and without references to characters that it does not allow. */
const readable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/&#x?[\da-f]{1,8};/gi, unescapeInvalid)

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
const contentOf = (element: Children): XmlValue => {
  const names = Object.keys(element)
  return names.every((name) => name === TEXT) ? String(element[TEXT] ?? '') : element
}

const isElement = (value: unknown): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The only element of this name; null if it is missing, has no child elements, or there are several. */
export const findChild = (parent: XmlElement, name: string): XmlElement | null => {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  return isElement(value) ? value : null
}

/** The trimmed text of the element of this name; null if it is missing or empty. */
export const readChildText = (parent: XmlElement, name: string): string | null => {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/**
 * The children of the list element of this name, if all have the same name; an empty list is `[]`. Null if there is no such list, or
 * if it has other content.
 */
export const readChildList = (parent: XmlElement, name: string): readonly XmlElement[] | null => {
  const list = Object.hasOwn(parent, name) ? parent[name] : undefined
  if (typeof list === 'string') return list.trim() === '' ? [] : null
  if (!isElement(list) || readChildText(list, TEXT) !== null) return null
  const kinds = Object.entries(list).filter(([key]) => key !== TEXT)
  const [first] = kinds
  if (first === undefined || kinds.length > 1) return null
  const members = Array.isArray(first[1]) ? first[1] : [first[1]]
  return members.every(isElement) ? members : null
}
