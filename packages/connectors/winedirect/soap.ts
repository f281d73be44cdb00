import {
  INTERRUPTED,
  type PlatformResponse,
  pauseByHeaders,
  type ResponseClassification,
} from '../kit/platform-client.ts'
import {
  CredentialsRejected,
  MalformedResponse,
  PlatformUnavailable,
  RequestRejected,
} from '../kit/platform-problems.ts'
import { escapeXml, findChild, parseXml, readChildText, readList, type XmlElement } from './xml.ts'

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
  const rest = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : element(name, value)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">',
    `<soap:Body><${operation}><Request><Security>${security}</Security>${rest.join('')}</Request></${operation}></soap:Body>`,
    '</soap:Envelope>',
  ].join('')
}

/** The outcome of a call: its result, or the reason for having none. */
export type SoapAnswer =
  | { readonly kind: 'found'; readonly found: XmlElement }
  | { readonly kind: 'failure'; readonly source: 'client' | 'server'; readonly message: string }
  | { readonly kind: 'other'; readonly isMaintenance: boolean; readonly isEmpty: boolean }

const MAINTENANCE = /\b(maintenance|temporarily unavailable)\b/i
const LOGIN = /\b(user ?name|password|log ?in|credentials?|authenticat\w*|authori[sz]\w*|access denied|permissions?)\b/i
const TOO_MANY = /rate.?limit|too many|throttl/i
const FAILED = 'The call failed'
/** Of a page that is no SOAP, this much is searched for a notice of maintenance. */
const NOTICE_LENGTH = 20_000

/** Parses a response text. Text that is not SOAP is `other`. */
export const readSoap = (operation: string, text: string): SoapAnswer => {
  const body = findChild(findChild(parseXml(text) ?? {}, 'Envelope') ?? {}, 'Body')
  const fault = body && findChild(body, 'Fault')
  if (fault) {
    const source = /(^|:)(client|sender)/i.test(readChildText(fault, 'faultcode') ?? '') ? 'client' : 'server'
    return { kind: 'failure', source, message: readChildText(fault, 'faultstring') ?? FAILED }
  }
  const found = body && findChild(findChild(body, `${operation}Response`) ?? {}, `${operation}Return`)
  if (!found) {
    const isMaintenance = body === null && MAINTENANCE.test(text.slice(0, NOTICE_LENGTH))
    return { kind: 'other', isMaintenance, isEmpty: text.trim() === '' }
  }
  if (/^(true|1)$/i.test(readChildText(found, 'IsSuccessful') ?? '')) return { kind: 'found', found }
  const messages = (readList(found.Errors) ?? []).flatMap(
    (error) => readChildText(error, 'ErrorMessage') ?? readChildText(error, 'ErrorCode') ?? [],
  )
  return { kind: 'failure', source: 'client', message: messages.join('; ') || FAILED }
}

// The unit of the reset is not documented.
const pause = pauseByHeaders({ title: 'WineDirect', remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset' })

/** Whether a text begins as an envelope without ending it. */
const isCutShort = (text: string): boolean =>
  /^[^<]*(<\?[^>]*>\s*)?<([\w-]+:)?Envelope\b/.test(text) && !/Envelope\s*>\s*$/.test(text)

/** Classifies an answer: faults have status 500, and their text contains the cause. */
export const classifySoap = (soap: SoapAnswer, answer: PlatformResponse, now: number): ResponseClassification => {
  const pauseMs = pause(answer, now)?.pauseMs ?? 0
  const because = (
    outcome: ResponseClassification['outcome'],
    reason = 'WineDirect’s call limit is reached',
  ): ResponseClassification => ({ outcome, pauseMs, reason })
  if (soap.kind === 'found') return because('take')
  if (soap.kind === 'other') {
    if (soap.isMaintenance) return because('take')
    if (answer.status < 300 && isCutShort(answer.text)) return because('repeat', INTERRUPTED)
    return answer.status < 300 && soap.isEmpty ? because('repeat', 'WineDirect sent an empty response') : because(null)
  }
  if (TOO_MANY.test(soap.message)) return because('repeat')
  const isTransient = soap.source === 'server' && !LOGIN.test(soap.message)
  return isTransient ? because('repeat', 'A call to WineDirect failed') : because('take')
}

/** The platform has a daily maintenance window at 5 a.m. Pacific time. */
export class DownForMaintenance extends PlatformUnavailable {
  constructor() {
    super('WineDirect is down for maintenance')
  }
}

const MESSAGE_LENGTH = 200

/** The result; throws the matching error without one. `secrets` are removed from messages. */
export const assertFound = (operation: string, answer: SoapAnswer, secrets: readonly string[]): XmlElement => {
  if (answer.kind === 'found') return answer.found
  if (answer.kind === 'other') {
    if (answer.isMaintenance) throw new DownForMaintenance()
    throw new MalformedResponse(`The answer to ${operation} has an unexpected format`)
  }
  if (LOGIN.test(answer.message)) {
    throw new CredentialsRejected('WineDirect rejected this connection’s user name and password')
  }
  const message = secrets.filter(Boolean).reduce((text, secret) => text.replaceAll(secret, '…'), answer.message)
  throw new RequestRejected(`WineDirect rejected ${operation}: ${message.slice(0, MESSAGE_LENGTH)}`)
}
