import { afterAll, expect, test } from 'vitest'
import type { Keys } from '#server/keys.ts'
import { testApp } from '#testkit/test-app.ts'
import { readSettings } from '../store/settings.repo.ts'
import { type ModelBehavior, startModel } from './lying-model.fixture.ts'
import { modelProvider, renewModelKeys } from './model-provider.ts'

const rephrasing: ModelBehavior = (sentences) => JSON.stringify(sentences.map((sentence) => `Note: ${sentence}`))

const model = await startModel(rephrasing)
const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1' } })
afterAll(() => model.close())
const { token, userId, accountId } = await t.register()

const tryModel = (given: object = {}) =>
  t.call('POST', '/insight/settings/try-model', { token, body: { url: model.url, name: 'fake', ...given } })

test.each<[string, ModelBehavior, string]>([
  ['rephrases a sentence', rephrasing, 'works'],
  ['adds a number', (sentences) => JSON.stringify(sentences.map((one) => `${one} And 42 more.`)), 'unusable'],
  ['returns other text', () => 'Dear winery!', 'unusable'],
  ['rejects the key', () => ({ status: 401, body: '{"error":{"message":"no"}}' }), 'keyRefused'],
  ['does not know the model', () => ({ status: 404, body: '{"error":{"message":"no"}}' }), 'refused'],
])('reports a provider that %s', async (_, manner, outcome) => {
  model.behave(manner)
  expect((await tryModel({ key: 'sk-1' })).json()).toEqual({ outcome })
})

test('reports a provider that is unreachable', async () => {
  expect((await tryModel({ url: 'http://127.0.0.1:9/v1' })).json()).toEqual({ outcome: 'noAnswer' })
})

test('sends the stored key only to the URL it was stored for', async () => {
  model.behave(rephrasing)
  const body = {
    kinds: ['anomaly'],
    sensitivity: 'quiet',
    cadence: 'never',
    recipients: [userId],
    mayLeave: ['figures'],
    model: { url: model.url, name: 'fake', key: 'sk-stored' },
  }
  expect((await t.call('PUT', '/insight/settings', { token, body })).statusCode).toBe(200)
  const sent = async (given: object): Promise<string | undefined> => {
    await tryModel(given)
    return model.requests.at(-1)?.authorization
  }
  expect(await sent({})).toBe('Bearer sk-stored')
  expect(await sent({ url: `${model.url}/elsewhere` })).toBeUndefined()
  expect(await sent({ key: 'sk-typed' })).toBe('Bearer sk-typed')
  expect(await sent({ key: null })).toBeUndefined()
})

test('security 35: the stored key is encrypted again with a new master key', async () => {
  const renewed = { ...t.deps.keys, master: Buffer.alloc(32, 7) }
  const keyWith = async (keys: Keys) =>
    modelProvider({ ...t.deps, keys }, accountId, await readSettings(t.deps.db, accountId))?.key
  expect([await keyWith(t.deps.keys), await keyWith(renewed)]).toEqual(['sk-stored', undefined])
  await renewModelKeys({ ...t.deps, keys: { ...renewed, retiredMaster: t.deps.keys.master } })
  expect([await keyWith(t.deps.keys), await keyWith(renewed)]).toEqual([undefined, 'sk-stored'])
})
