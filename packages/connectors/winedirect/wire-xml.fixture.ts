import { escapeXml } from './xml.ts'

/** Content of an element: text, nothing, other elements, or a list of elements of one name. */
export type Wire = string | number | boolean | null | WireFields | WireList
export interface WireFields {
  readonly [name: string]: Wire
}
interface WireList {
  readonly each: string
  readonly members: readonly WireFields[]
}

const isList = (value: WireFields | WireList): value is WireList => Array.isArray(value.members)

export const wireXml = (name: string, value: Wire): string => {
  if (value === null) return `<${name}></${name}>`
  if (typeof value !== 'object') return `<${name}>${escapeXml(String(value))}</${name}>`
  const inner = isList(value)
    ? value.members.map((member) => wireXml(value.each, member))
    : Object.entries(value).map(([key, field]) => wireXml(key, field))
  return `<${name}>${inner.join('')}</${name}>`
}

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
