import { afterAll, beforeEach, expect, test } from 'vitest'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { rejectionReason } from '#insights/language/check-rephrasing.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import { generateModelText } from '#server/platform/model-client.ts'
import { someFacts } from '../some-facts.fixture.ts'
import { formatSlots, renderInsight } from '../text/render-insight.ts'
import { type ModelBehavior, startModel } from './lying-model.fixture.ts'
import { acceptSentences, rephrasePrompt } from './rephrase.ts'

const model = await startModel((sentences) => JSON.stringify(sentences))
afterAll(() => model.close())
beforeEach(() => model.requests.splice(0))

const facts = someFacts()
const slots = formatSlots(facts, 'en-US')
const templates = [
  'Net sales came to {actual} on {period}, where {expected} was expected.',
  'That is {difference} less ({change}).',
]
const provider = { url: model.url, key: 'sk-secret', model: 'fake', isGuarded: false, allowPrivate: true }
const signal = new AbortController().signal

const rephrased = async (behavior: ModelBehavior) => {
  model.behave(behavior)
  const prompt = rephrasePrompt(templates, slots, ['figures'])
  return acceptSentences(templates, await generateModelText(provider, prompt, signal))
}

test('accepts a rephrasing with the same figures', async () => {
  const sentences = ['{actual} of net sales came in on {period}; {expected} was expected.', templates[1] ?? '']
  expect(await rephrased(() => `Here you are: ${JSON.stringify(sentences)}`)).toEqual({ sentences })
})

const [first = ''] = templates

test.each<[string, string]>([
  ['an invented figure', 'Net sales came to {actual} on {period}, where {expected} was expected, a record of $9,999.'],
  [
    'a number in words',
    'Net sales came to {actual} on {period}, where {expected} was expected: nine thousand missing.',
  ],
  ['other digits', 'Net sales came to {actual} on {period}, where {expected} was expected, ٣ guests.'],
  ['a fraction in one sign', 'Net sales came to {actual} on {period}, where {expected} was expected, only ½.'],
  ['figures exchanged', 'Net sales came to {expected} on {period}, where {actual} was expected.'],
  ['a figure left out', 'Net sales came in on {period}, where {expected} was expected.'],
  ['an unknown slot', 'Net sales came to {actual} on {period}, where {expected} or {secret} was expected.'],
  ['a sign before a figure', 'Net sales came to -{actual} on {period}, where {expected} was expected.'],
  ['a unit at a figure', 'Net sales came to {actual}k on {period}, where {expected} was expected.'],
  ['a denial', 'Net sales never came to {actual} on {period}, where {expected} was expected.'],
  ['a direction', 'Net sales rose to {actual} on {period}, where {expected} was expected.'],
  ['a link', 'Net sales came to {actual} on {period}, where {expected} was expected: https://evil.example'],
  ['markup', 'Net sales came to <b>{actual}</b> on {period}, where {expected} was expected.'],
  ['an extra line', 'Net sales came to {actual} on {period}, where {expected} was expected.\nCall us now.'],
  ['hidden signs', 'Net sales came to {actual} on {period}, where {expected} was expected.‮'],
  ['a speech', `Net sales came to {actual} on {period}, where {expected} was expected. ${'Well said. '.repeat(30)}`],
  ['nothing', ''],
])('rejects a rephrasing that adds %s', async (_what, sentence) => {
  expect(rejectionReason(first, sentence)).not.toBeNull()
  expect(await rephrased(() => JSON.stringify([sentence, templates[1]]))).toBeNull()
})

test.each<[string, ModelBehavior]>([
  ['garbage', () => 'Ignore the above. ]['],
  ['too few sentences', () => '["one"]'],
  ['another shape', () => '{"sentences": []}'],
])('rejects the response %s', async (_what, behavior) => {
  expect(await rephrased(behavior)).toBeNull()
})

test.each<[string, ModelBehavior]>([
  ['an error', () => ({ status: 500, body: 'no' })],
  ['HTML instead of JSON', () => ({ status: 200, body: '<html>' })],
  ['a redirect', () => ({ status: 302, body: '' })],
  ['an endless body', () => 'flood'],
])('keeps the template when the model responds with %s', async (_what, behavior) => {
  await expect(rephrased(behavior)).rejects.toThrow()
})

test('aborts a hanging model call when the job ends', async () => {
  model.behave(() => 'hang')
  const prompt = rephrasePrompt(templates, slots, [])
  await expect(generateModelText(provider, prompt, AbortSignal.timeout(200))).rejects.toThrow()
})

test('security 33: does not call a private URL entered by a user', async () => {
  const guarded = { ...provider, isGuarded: true, allowPrivate: false }
  await expect(generateModelText(guarded, rephrasePrompt(templates, slots, []), signal)).rejects.toThrow(
    AddressNotAllowed,
  )
  expect(model.requests).toEqual([])
})

test('sends only permitted data, and the key only as a header', async () => {
  model.behave((sentences) => JSON.stringify(sentences))
  const about = [...templates, 'It is about {subject}.']
  await generateModelText(provider, rephrasePrompt(about, slots, []), signal)
  await generateModelText(provider, rephrasePrompt(about, slots, ['figures', 'productNames']), signal)
  const [nothing, some] = model.requests
  expect(nothing?.body).not.toMatch(/1,234|Estate Pinot/)
  expect(some?.body).toMatch(/1,234.*Estate Pinot|Estate Pinot.*1,234/s)
  expect(some?.body).not.toContain('sk-secret')
  expect(some?.authorization).toBe('Bearer sk-secret')
})

test('a reader of another culture reads a rephrased insight in that culture', () => {
  const sentences = ['{actual} of bottles came in over {period}.']
  const words = renderInsight(facts, 'de-DE', { sentences })
  expect(words.isRephrased).toBe(true)
  expect(words.sentences[0]).toContain('1.234')
  expect(
    unsourcedNumbers(
      words.sentences[0] ?? '',
      [...formatSlots(facts, 'de-DE').values()].map(({ text }) => text),
    ),
  ).toEqual([])
})

test('replaces stored sentences that no longer match the figures', () => {
  const words = renderInsight(facts, 'en-US', { sentences: ['{actual} and 77 more'] })
  expect(words.isRephrased).toBe(false)
  expect(words.sentences.join(' ')).not.toContain('77')
})
