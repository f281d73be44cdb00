import { expect, test } from 'vitest'
import { BadPage, CallRefused, CredentialsRefused, PlatformDown } from '../../kit/platform-problems.ts'
import { faultXml, soapEnvelope } from '../wire-xml.fixture.ts'
import { demandFound, judgeSoap, readSoap, restMs } from './soap-answer.ts'

const returned = (fields: string): string =>
  soapEnvelope(`<SearchOrdersResponse><SearchOrdersReturn>${fields}</SearchOrdersReturn></SearchOrdersResponse>`)
const refused = (message: string): string =>
  returned(
    `<Errors><Error><ErrorCode>1</ErrorCode><ErrorMessage>${message}</ErrorMessage></Error></Errors><IsSuccessful>false</IsSuccessful>`,
  )

const outcomeOf = (text: string, status = 200) =>
  judgeSoap(readSoap('SearchOrders', text), { status, headers: {}, text }, 0).outcome
const demand = (text: string) => () => demandFound('SearchOrders', readSoap('SearchOrders', text), ['s3cret'])

test('what was asked for is found', () => {
  const text = returned('<IsSuccessful>true</IsSuccessful><RecordCount>0</RecordCount>')
  expect(outcomeOf(text)).toBe('take')
  expect(demand(text)()).toMatchObject({ RecordCount: '0' })
})

test.each([
  ['a refusal', refused('The username or password is wrong'), CredentialsRefused],
  ['a fault of ours', faultXml('Client', 'Access denied'), CredentialsRefused],
  ['a fault of theirs', faultXml('Server.userException', 'Authentication failed'), CredentialsRefused],
  ['another refusal', refused('WebsiteIDs is not valid'), CallRefused],
  ['a field that only sounds like it', refused('LastLoginDate is not valid'), CallRefused],
  ['a fault of ours that is another', faultXml('Client', 'No such operation'), CallRefused],
  ['another operation', soapEnvelope('<GetOrderResponse><GetOrderReturn/></GetOrderResponse>'), BadPage],
  ['no body', soapEnvelope(''), BadPage],
  ['a page for people', '<html><body>Be right back</body></html>', BadPage],
  ['half an answer', returned('<IsSuccessful>true</IsSuccessful>').slice(0, -40), BadPage],
  ['the daily maintenance', '<html><body>Down for scheduled maintenance</body></html>', PlatformDown],
  ['an entity', '<!DOCTYPE a [<!ENTITY b "true">]><a>&b;</a>', BadPage],
])('%s', (_name, text, problem) => {
  expect(outcomeOf(text, text.startsWith('<?xml') ? 500 : 200)).not.toBe('repeat')
  expect(demand(text)).toThrow(problem)
})

test.each([
  ['a fault of theirs', faultXml('Server', 'Element ORDER is undefined'), 500],
  ['a fault for too many calls', faultXml('Client', 'Rate limit exceeded'), 500],
  ['a refusal for too many calls', refused('Too many requests'), 200],
  ['nothing', '', 200],
])('tried again: %s', (_name, text, status) => {
  expect(outcomeOf(text, status)).toBe('repeat')
})

test.each([429, 500, 503])('status %i without SOAP means what it says', (status) => {
  expect(outcomeOf('It failed', status)).toBeNull()
})

test('a message tells no secret, and not all of a long text', () => {
  const refusal = demand(refused(`The key s3cret is odd ${'!'.repeat(500)}`))
  expect(refusal).toThrow('WineDirect refuses SearchOrders: The key … is odd')
  expect(refusal).not.toThrow(/s3cret|!{300}/)
})

const NOW = Date.UTC(2026, 5, 17, 19)

test.each([
  ['calls are left', { 'x-rate-limit-remaining': '3', 'x-rate-limit-reset': '60' }, 0],
  ['seconds to go', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '60' }, 60_000],
  ['a moment', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(NOW / 1000 + 30) }, 30_000],
  [
    "a moment by the platform's clock",
    {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(NOW / 1000 + 7200),
      date: new Date(NOW + 7_190_000).toUTCString(),
    },
    10_000,
  ],
  ['a moment that is over', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(NOW / 1000 - 5) }, 0],
  ['no reset', { 'x-rate-limit-remaining': '0' }, 0],
  ['no limits', {}, 0],
  ['nonsense', { 'x-rate-limit-remaining': 'none', 'x-rate-limit-reset': 'soon' }, 0],
])('rest: %s', (_name, headers, expected) => {
  expect(restMs({ status: 200, headers, text: '' }, NOW)).toBe(expected)
})
