import { expect, test } from 'vitest'
import { createEarlyAnswers, type EarlyCalls } from './early-answers.ts'

const BASE = 'https://cuvee.example/api'

const page = (answers: Readonly<Record<string, string | null>>, token: string | null = 'a.b') => {
  const sent: string[] = []
  const calls = Object.entries(answers).map(([key, text]): [string, Promise<Response | null>] => [
    key,
    Promise.resolve(text === null ? null : new Response(text)),
  ])
  const owner: { cuveeEarlyCalls?: EarlyCalls | undefined } = {
    cuveeEarlyCalls: { token, answers: new Map(calls), texts: [] },
  }
  const early = createEarlyAnswers(
    owner,
    async (input) => {
      sent.push(input instanceof Request ? input.url.slice(BASE.length) : input)
      return new Response('sent')
    },
    BASE,
  )
  const ask = async (path: string, { body, token = 'a.b' }: { body?: string; token?: string } = {}) => {
    const init = {
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { method: 'POST', body }),
    }
    const response = await early.fetch(new Request(`${BASE}${path}`, init))
    return response.text()
  }
  return { early, ask, sent }
}

test('gives the answer of an early call once', async () => {
  const { ask, sent } = page({ '/account ': 'early' })
  expect([await ask('/account'), await ask('/account')]).toEqual(['early', 'sent'])
  expect(sent).toEqual(['/account'])
})

test.each([
  ['another path', '/account/status', {}],
  ['a search', '/account?all=true', {}],
  ['a body', '/account', { body: '{}' }],
  ['the token of another session', '/account', { token: 'c.d' }],
])('sends a call with %s', async (_name, path, options) => {
  const { ask } = page({ '/account ': 'early' })
  expect(await ask(path, options)).toBe('sent')
})

test('gives the answer of a visitor’s early call only to a call without a token', async () => {
  const { early, ask } = page({ '/system/client ': 'early' }, null)
  expect(await ask('/system/client')).toBe('sent')
  const response = await early.fetch(new Request(`${BASE}/system/client`))
  expect(await response.text()).toBe('early')
})

test('sends a call whose early one did not reach the server', async () => {
  const { ask } = page({ '/account ': null })
  expect(await ask('/account')).toBe('sent')
})

test('tells bodies apart', async () => {
  const { ask } = page({ '/home/data {"period":"today"}': 'today' })
  expect(await ask('/home/data', { body: '{"period":"week"}' })).toBe('sent')
  expect(await ask('/home/data', { body: '{"period":"today"}' })).toBe('today')
})

test('gives no answer that was forgotten', async () => {
  const { ask, early } = page({ '/account ': 'early' })
  early.forget()
  expect(await ask('/account')).toBe('sent')
})

test('tells what the page has drawn, until it is outdated', () => {
  const owner: { cuveeEarlyCalls?: EarlyCalls | undefined } = {
    cuveeEarlyCalls: { token: 'a.b', answers: new Map(), texts: ['Today so far: $4'] },
  }
  const early = createEarlyAnswers(owner, async () => new Response(), BASE)
  expect(early.drawnTexts()).toEqual(['Today so far: $4'])
  early.forget()
  expect(early.drawnTexts()).toEqual([])
})
