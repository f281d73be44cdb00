import { INTERRUPTED } from '../../kit/http-call.ts'
import type { PlatformResponse, ResponseClassification } from '../../kit/platform-client.ts'
import {
  CredentialsRejected,
  MalformedResponse,
  PlatformUnavailable,
  RequestRejected,
} from '../../kit/platform-problems.ts'
import { findChild, parseXml, readChildList, readChildText, type XmlElement } from './xml-element.ts'

/** The outcome of a call: its result, or the reason for having none. */
export type SoapAnswer =
  | { readonly kind: 'found'; readonly found: XmlElement }
  | { readonly kind: 'failure'; readonly source: 'client' | 'server'; readonly message: string }
  | { readonly kind: 'other'; readonly isMaintenance: boolean; readonly isEmpty: boolean }

const MAINTENANCE = /\b(maintenance|temporarily unavailable)\b/i
const LOGIN = /\b(user ?name|password|log ?in|credentials?|authenticat\w*|authori[sz]\w*|access denied|permissions?)\b/i
const TOO_MANY = /rate.?limit|too many|throttl/i

const faultOf = (fault: XmlElement): SoapAnswer => {
  const code = readChildText(fault, 'faultcode') ?? ''
  const source = /(^|:)(client|sender)/i.test(code) ? 'client' : 'server'
  return { kind: 'failure', source, message: readChildText(fault, 'faultstring') ?? 'The call failed' }
}

const refusalOf = (found: XmlElement): SoapAnswer => {
  const messages = (readChildList(found, 'Errors') ?? []).map(
    (error) => readChildText(error, 'ErrorMessage') ?? readChildText(error, 'ErrorCode') ?? '',
  )
  return { kind: 'failure', source: 'client', message: messages.filter(Boolean).join('; ') || 'The call failed' }
}

const MAINTENANCE_PATTERN = 20_000

const otherOf = (text: string, isSoap: boolean): SoapAnswer => ({
  kind: 'other',
  isMaintenance: !isSoap && MAINTENANCE.test(text.slice(0, MAINTENANCE_PATTERN)),
  isEmpty: text.trim() === '',
})

/** Parses a response text. Text that is not SOAP is `other`. */
export const readSoap = (operation: string, text: string): SoapAnswer => {
  const body = findChild(findChild(parseXml(text) ?? {}, 'Envelope') ?? {}, 'Body')
  const fault = body && findChild(body, 'Fault')
  if (fault) return faultOf(fault)
  const found = body && findChild(findChild(body, `${operation}Response`) ?? {}, `${operation}Return`)
  if (!found) return otherOf(text, body !== null)
  return /^(true|1)$/i.test(readChildText(found, 'IsSuccessful') ?? '') ? { kind: 'found', found } : refusalOf(found)
}

const seconds = (headers: PlatformResponse['headers'], name: string): number | null => {
  const value = Number(headers[name] || Number.NaN)
  return Number.isFinite(value) ? value : null
}

// The unit of the reset is not documented: numbers this large are timestamps, smaller ones are seconds from now.
const MIN_EPOCH_SECONDS = 1_000_000_000

/** Milliseconds until the platform accepts calls again, by its headers; 0: immediately. */
export const pauseMs = ({ headers }: PlatformResponse, now: number): number => {
  const remaining = seconds(headers, 'x-rate-limit-remaining')
  const reset = seconds(headers, 'x-rate-limit-reset')
  if (remaining === null || remaining > 0 || reset === null) return 0
  if (reset < MIN_EPOCH_SECONDS) return Math.max(0, reset * 1000)
  const answered = Date.parse(headers.date ?? '')
  return Math.max(0, reset * 1000 - (Number.isNaN(answered) ? now : answered))
}

const LIMIT_REASON = 'WineDirect’s call limit is reached'

/** Whether a text begins as an envelope without ending it. */
const isCutShort = (text: string): boolean =>
  /^[^<]*(<\?[^>]*>\s*)?<([\w-]+:)?Envelope\b/.test(text) && !/Envelope\s*>\s*$/.test(text)

/** Classifies an answer: faults have status 500, and their text contains the cause. */
export const classifySoap = (soap: SoapAnswer, answer: PlatformResponse, now: number): ResponseClassification => {
  const rest = pauseMs(answer, now)
  const because = (outcome: ResponseClassification['outcome'], reason = LIMIT_REASON): ResponseClassification => ({
    outcome,
    pauseMs: rest,
    reason,
  })
  if (soap.kind === 'found') return because('take')
  if (soap.kind === 'other') {
    if (soap.isMaintenance) return because('take')
    if (answer.status < 300 && isCutShort(answer.text)) return because('repeat', INTERRUPTED)
    return answer.status < 300 && soap.isEmpty ? because('repeat', 'WineDirect sent an empty response') : because(null)
  }
  if (TOO_MANY.test(soap.message)) return because('repeat')
  const mayPass = soap.source === 'server' && !LOGIN.test(soap.message)
  return mayPass ? because('repeat', 'A call to WineDirect failed') : because('take')
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
