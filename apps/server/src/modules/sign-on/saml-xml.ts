import { DOMParser } from '@xmldom/xmldom'

export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

/** Entities could grow without end, and SAML has none. */
const DOCUMENT_TYPE = /<!(DOCTYPE|ENTITY)/i

/** Parses as the library that checks signatures does. @throws Error for what is no XML, and for a document type */
export const parseXml = (xml: string): Document => {
  if (DOCUMENT_TYPE.test(xml)) throw new Error('the XML has a document type')
  const stop = (message: string) => {
    throw new Error(message)
  }
  const errorHandler = { warning: stop, error: stop, fatalError: stop }
  return new DOMParser({ errorHandler }).parseFromString(xml.trim(), 'text/xml')
}

/** `namespace`: `*` for any */
export const elements = (within: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(within.getElementsByTagNameNS(namespace, name))
