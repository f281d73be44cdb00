import { escapeXml } from './xml-text.ts'

export interface SoapCredentials {
  readonly username: string
  readonly password: string
}

/** Parameters of a call in sending order; undefined ones are omitted. */
export type SoapParameters = Readonly<Record<string, string | number | boolean | undefined>>

const element = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

/** The SOAP text of a call, with the credentials in the body. */
export const buildEnvelope = (operation: string, credentials: SoapCredentials, parameters: SoapParameters): string => {
  const security = element('Username', credentials.username) + element('Password', credentials.password)
  const rest = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [element(name, value)],
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">',
    `<soap:Body><${operation}><Request><Security>${security}</Security>${rest.join('')}</Request></${operation}></soap:Body>`,
    '</soap:Envelope>',
  ].join('')
}
