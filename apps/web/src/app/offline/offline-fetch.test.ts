import { expect, test } from 'vitest'
import type { AnswerOwner, AnswerStore, StoredAnswer } from './answer-store.ts'
import { createConnection } from './connection.ts'
import { createOfflineFetch } from './offline-fetch.ts'

const API = 'https://cuvee.example/api'
const robin: AnswerOwner = { id: 'u1', accountId: 7 }
const kim: AnswerOwner = { id: 'u2', accountId: 7 }

const memoryStore = (): AnswerStore & { readonly all: Map<string, StoredAnswer> } => {
  const all = new Map<string, StoredAnswer>()
  const key = ({ accountId, id }: AnswerOwner, request: string) => `${accountId} ${id} ${request}`
  return {
    all,
    put: async (owner, request, answer) => void all.set(key(owner, request), answer),
    get: async (owner, request) => all.get(key(owner, request)) ?? null,
    keepOnly: async () => undefined,
    removeAll: async () => all.clear(),
  }
}

type Answer = (request: Request) => Response

/** A browser tab whose server gives `answer`, or cannot be reached while that is null. */
const setUp = () => {
  const tab: { owner: AnswerOwner | null; answer: Answer | null; clock: number } = {
    owner: robin,
    answer: () => Response.json({}),
    clock: 100,
  }
  const answers = memoryStore()
  const connection = createConnection({
    probe: async () => tab.answer !== null,
    now: () => tab.clock,
    after: () => () => undefined,
  })
  const send = async (request: Request): Promise<Response> => {
    if (tab.answer === null) throw new TypeError('Failed to fetch')
    return tab.answer(request)
  }
  const owner = () => tab.owner
  const fetch = createOfflineFetch(send, { apiBase: API, answers, connection, owner, now: () => tab.clock })
  /** Waits until a given answer is stored. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(new Request(`${API}${path}`))
    const body: unknown = await response.json()
    await settled()
    return body
  }
  const post = async (path: string, body: object): Promise<string> => {
    const response = await fetch(new Request(`${API}${path}`, { method: 'POST', body: JSON.stringify(body) }))
    const text = await response.text()
    await settled()
    return text
  }
  return { tab, answers, connection, get, post }
}

test('gives the last answer again, with its time, while the server cannot be reached', async () => {
  const { tab, connection, get } = setUp()
  tab.answer = () => Response.json({ name: 'Old Vine' })
  await get('/account')
  tab.answer = null
  tab.clock = 900
  expect(await get('/account')).toEqual({ name: 'Old Vine' })
  expect(connection.state()).toEqual({ isReachable: false, shownFrom: 100 })
})

test('rejects as before where nothing is stored', async () => {
  const { tab, get } = setUp()
  tab.answer = null
  await expect(get('/account')).rejects.toThrow('Failed to fetch')
})

test('shows nobody the answers of someone else', async () => {
  const { tab, get } = setUp()
  await get('/account')
  tab.owner = kim
  tab.answer = null
  await expect(get('/account')).rejects.toThrow('Failed to fetch')
})

test('stores nothing that arrives after signing out', async () => {
  const { tab, answers, get } = setUp()
  tab.answer = () => {
    tab.owner = null
    return Response.json({})
  }
  await get('/account')
  expect(answers.all.size).toBe(0)
})

test.each([
  ['an error', () => Response.json({ errors: [] }, { status: 500 })],
  ['a refusal', () => Response.json({ errors: [] }, { status: 402 })],
])('%s does not replace the last answer', async (_, answer) => {
  const { tab, get } = setUp()
  tab.answer = () => Response.json({ name: 'Old Vine' })
  await get('/account')
  tab.answer = answer
  await get('/account')
  tab.answer = null
  expect(await get('/account')).toEqual({ name: 'Old Vine' })
})

test.each([
  '/user',
  '/user/search?query=ro',
  '/user/sessions',
  '/audit',
  '/billing',
  '/notification',
  '/subjects/customer',
])('does not store GET %s', async (path) => {
  const { answers, get } = setUp()
  await get(path)
  expect(answers.all.size).toBe(0)
})

test.each([
  [{ builtin: 'products/low-inventory' }, 1],
  [{ builtin: 'customers/list' }, 0],
  [{ builtin: 'clubs/cancellation-list' }, 0],
  [{ reportType: 'Orders', columns: [] }, 0],
  [{ id: 'r1' }, 0],
])('a report of %j is stored %i times', async (definition, count) => {
  const { answers, post } = setUp()
  await post('/reports/query', { definition, page: 1 })
  expect(answers.all.size).toBe(count)
})

const lines = (...all: object[]): Response =>
  new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  })

test('keeps the tiles that did not change, whatever the page already had, and none that failed', async () => {
  const { tab, post } = setUp()
  tab.answer = () => lines({ id: 'a', data: 1 }, { id: 'b', data: 2 }, { id: 'c', error: { code: 'x' } })
  await post('/dashboards/data', { widgets: [], known: {} })
  tab.answer = () => lines({ id: 'a', unchanged: true }, { id: 'b', data: 3 })
  await post('/dashboards/data', { widgets: [], known: { a: 'etag' } })
  tab.answer = null
  const shown = await post('/dashboards/data', { widgets: [], known: { b: 'etag' } })
  expect(
    shown
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: 'a', data: 1 },
    { id: 'b', data: 3 },
  ])
})

test('takes the page of a proxy whose server restarts for no answer', async () => {
  const { tab, get } = setUp()
  tab.answer = () => Response.json({ name: 'Old Vine' })
  await get('/account')
  tab.answer = null
  await get('/account')
  tab.answer = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  expect(await get('/account')).toEqual({ name: 'Old Vine' })
})
