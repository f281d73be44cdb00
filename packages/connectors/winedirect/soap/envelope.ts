import { escapeXml } from './xml-text.ts'

export interface SoapCredentials {
  readonly username: string
  readonly password: string
}

/** Parameters of a call, in the order in which they are sent; those that are undefined are left out. */
export type SoapParameters = Readonly<Record<string, string | number | boolean | undefined>>

const element = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

/** The text of a call, with the credentials in its body as the platform wants them. */
export const envelopeOf = (operation: string, credentials: SoapCredentials, parameters: SoapParameters): string => {
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
