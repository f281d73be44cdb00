import { expect, test } from 'vitest'
import {
  CredentialsRejected,
  MalformedResponse,
  PlatformUnavailable,
  RequestRejected,
} from '../kit/platform-problems.ts'
import { assertFound, classifySoap, readSoap } from './soap.ts'
import { faultXml, soapEnvelope } from './wire-xml.fixture.ts'

const returned = (fields: string): string =>
  soapEnvelope(`<SearchOrdersResponse><SearchOrdersReturn>${fields}</SearchOrdersReturn></SearchOrdersResponse>`)
const refused = (message: string): string =>
  returned(
    `<Errors><Error><ErrorCode>1</ErrorCode><ErrorMessage>${message}</ErrorMessage></Error></Errors><IsSuccessful>false</IsSuccessful>`,
  )

const outcomeOf = (text: string, status = 200) =>
  classifySoap(readSoap('SearchOrders', text), { status, headers: {}, text }, 0).outcome
const readFound = (text: string) => () => assertFound('SearchOrders', readSoap('SearchOrders', text), ['s3cret'])

test('returns the requested element', () => {
  const text = returned('<IsSuccessful>true</IsSuccessful><RecordCount>0</RecordCount>')
  expect(outcomeOf(text)).toBe('take')
  expect(readFound(text)()).toMatchObject({ RecordCount: '0' })
})

test.each([
  ['rejected credentials', refused('The username or password is wrong'), CredentialsRejected],
  ['a client fault for access', faultXml('Client', 'Access denied'), CredentialsRejected],
  ['a server fault for authentication', faultXml('Server.userException', 'Authentication failed'), CredentialsRejected],
  ['another rejection', refused('WebsiteIDs is not valid'), RequestRejected],
  ['a rejection that only resembles a credentials error', refused('LastLoginDate is not valid'), RequestRejected],
  ['another client fault', faultXml('Client', 'No such operation'), RequestRejected],
  ['another operation', soapEnvelope('<GetOrderResponse><GetOrderReturn/></GetOrderResponse>'), MalformedResponse],
  ['no body', soapEnvelope(''), MalformedResponse],
  ['an HTML page', '<html><body>Be right back</body></html>', MalformedResponse],
  ['a truncated response', returned('<IsSuccessful>true</IsSuccessful>').slice(0, -40), MalformedResponse],
  ['the daily maintenance', '<html><body>Down for scheduled maintenance</body></html>', PlatformUnavailable],
  ['an entity', '<!DOCTYPE a [<!ENTITY b "true">]><a>&b;</a>', MalformedResponse],
])('%s', (_name, text, problem) => {
  expect(outcomeOf(text, text.startsWith('<?xml') ? 500 : 200)).not.toBe('repeat')
  expect(readFound(text)).toThrow(problem)
})

test.each([
  ['a server fault', faultXml('Server', 'Element ORDER is undefined'), 500],
  ['a fault for too many calls', faultXml('Client', 'Rate limit exceeded'), 500],
  ['a rejection for too many calls', refused('Too many requests'), 200],
  ['an empty response', '', 200],
  ['a response that is cut short', returned('<IsSuccessful>true</IsSuccessful>').slice(0, -40), 200],
])('retries %s', (_name, text, status) => {
  expect(outcomeOf(text, status)).toBe('repeat')
})

test.each([429, 500, 503])('falls back to the HTTP status for status %i without SOAP', (status) => {
  expect(outcomeOf('It failed', status)).toBeNull()
})

test('an error message hides secrets and truncates long text', () => {
  const refusal = readFound(refused(`The key s3cret is odd ${'!'.repeat(500)}`))
  expect(refusal).toThrow('WineDirect rejected SearchOrders: The key … is odd')
  expect(refusal).not.toThrow(/s3cret|!{300}/)
})

const NOW = Date.UTC(2026, 5, 17, 19)

test.each([
  ['calls left', { 'x-rate-limit-remaining': '3', 'x-rate-limit-reset': '60' }, 0],
  ['seconds until reset', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '60' }, 60_000],
  ['a timestamp', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(NOW / 1000 + 30) }, 30_000],
  [
    "a timestamp by the platform's clock",
    {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(NOW / 1000 + 7200),
      date: new Date(NOW + 7_190_000).toUTCString(),
    },
    10_000,
  ],
  ['a past timestamp', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(NOW / 1000 - 5) }, 0],
  ['no reset', { 'x-rate-limit-remaining': '0' }, 0],
  ['no limits', {}, 0],
  ['invalid values', { 'x-rate-limit-remaining': 'none', 'x-rate-limit-reset': 'soon' }, 0],
])('pause: %s', (_name, headers, expected) => {
  expect(classifySoap(readSoap('SearchOrders', ''), { status: 200, headers, text: '' }, NOW).pauseMs).toBe(expected)
})
