import { escapeXml, parseXml, readList, type XmlElement, type XmlValue } from './xml.ts'

/** Content of an element: text, nothing, other elements, or a list of elements of one name. */
export type Wire = string | number | boolean | null | WireFields | readonly WireFields[]
export interface WireFields {
  readonly [name: string]: Wire
}

/** The name of the elements of each list. */
const MEMBERS: Readonly<Record<string, string>> = {
  Clubs: 'Club',
  ClubMemberships: 'ClubMembership',
  Contacts: 'Contact',
  Errors: 'Error',
  Inventory: 'Inventory',
  OrderItems: 'OrderItem',
  Orders: 'Order',
  Products: 'Product',
  Tender: 'Tender',
}

export const wireXml = (name: string, value: Wire): string => {
  if (value === null) return `<${name}></${name}>`
  if (typeof value !== 'object') return `<${name}>${escapeXml(String(value))}</${name}>`
  const inner = Array.isArray(value)
    ? value.map((member: WireFields) => wireXml(MEMBERS[name] ?? name, member))
    : Object.entries(value).map(([key, field]) => wireXml(key, field))
  return `<${name}>${inner.join('')}</${name}>`
}

/** Elements as data: lists as such, and null for what is empty. */
const dataOf = (value: XmlValue): unknown => {
  if (typeof value === 'string') return value.trim() || null
  if (Array.isArray(value)) return value.map(dataOf)
  const holder = value as XmlElement
  const fields = Object.keys(holder).filter((name) => name !== '#text')
  const read = (name: string) =>
    Object.hasOwn(MEMBERS, name) ? readList(holder[name])?.map(dataOf) : dataOf(holder[name] ?? '')
  return Object.fromEntries(fields.map((name) => [name, read(name)]))
}

/** An answer as data, to compare it with a documented one, and to change it. */
export const readAnswer = (body: string): object => Object(dataOf(parseXml(body) ?? {}))

export const soapEnvelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="https://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="https://www.w3.org/2001/XMLSchema" xmlns:xsi="https://www.w3.org/2001/XMLSchema-instance">
<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

export const faultXml = (code: string, message: string): string =>
  soapEnvelope(
    `<soapenv:Fault><faultcode>soapenv:${code}</faultcode><faultstring>${escapeXml(message)}</faultstring></soapenv:Fault>`,
  )

/** Formats cents: 1234 as `12.34`. */
export const decimal = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats an instant like the platform. */
export const stamp = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
