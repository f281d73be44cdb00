import { APICallError } from 'ai'
import type { z } from 'zod'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { failFields } from '#contract/errors.ts'
import type { ModelToTry, ModelTrial } from '#contract/insights.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { generateModelText, type ModelProvider } from '#server/platform/model-client.ts'
import { MisplacedOutsideCall } from '#server/platform/outside-calls.ts'
import { readSettings } from '../store/settings.repo.ts'
import { modelProvider } from './model-provider.ts'
import { acceptSentences, rephrasePrompt } from './rephrase.ts'

/** A fictitious insight: a test sends no account data. */
const SENTENCES = ['The tasting room sold {actual} in {period}, which is {change} less than expected.']

type EnteredModel = z.output<typeof ModelToTry>

/** The entered settings, with the stored key if it was stored for the same URL. */
const providerToTry = async (
  deps: Deps,
  accountId: number,
  { url, name, key }: EnteredModel,
): Promise<ModelProvider> => {
  const stored = modelProvider(deps, accountId, await readSettings(deps.db, accountId))
  const kept = stored?.isGuarded === true && stored.url === url ? stored.key : null
  const { allowPrivate } = deps.platforms
  return { url, model: name, key: key === undefined ? kept : key, isGuarded: true, allowPrivate }
}

const outcomeOf = (error: unknown): ModelTrial['outcome'] => {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === 401 || status === 403) return 'keyRefused'
  if (status === undefined) return 'noAnswer'
  return status < 400 ? 'unusable' : 'refused'
}

/**
 * Tests the provider with one fictitious sentence, in the same way as for insights. Errors: `insight.address_refused`,
 * `request.too_many`.
 */
export const tryModel = async (deps: Deps, { accountId }: Caller, entered: EnteredModel): Promise<ModelTrial> => {
  const provider = await providerToTry(deps, accountId, entered)
  const prompt = rephrasePrompt(SENTENCES, new Map(), [])
  try {
    const text = await generateModelText(provider, prompt, new AbortController().signal)
    return { outcome: acceptSentences(SENTENCES, text) === null ? 'unusable' : 'works' }
  } catch (error) {
    if (error instanceof MisplacedOutsideCall) throw error
    if (error instanceof AddressNotAllowed)
      throw failFields('insight.address_refused', [{ field: 'model.url', message: 'This URL isn’t allowed' }])
    return { outcome: outcomeOf(error) }
  }
}
