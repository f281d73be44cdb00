import type { Understood } from '#contract/ask.ts'
import { amountsIn } from '#insights/ask/tag/numbers.ts'
import type { ValueIndex } from '#insights/ask/value-index.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { modelProvider, readSettings } from '#server/modules/insights/index.ts'
import { runModel } from '#server/platform/model-client.ts'
import { MisplacedOutsideCall } from '#server/platform/outside-calls.ts'
import { isWithinLimit } from '#server/platform/rate-limit.ts'
import { isSourced } from './figure-phrases.ts'
import { INSTRUCTIONS, NO_ANSWER } from './instructions.ts'
import { maskQuestion } from './mask-question.ts'
import type { ModelContext } from './model-context.ts'
import { createPlaceholders } from './placeholders.ts'
import { createTools, MAX_STEPS } from './tools.ts'

interface Asked {
  readonly question: string
  readonly values: ValueIndex
  /** the answer before, which the question may change */
  readonly context: ModelContext | null
  readonly signal: AbortSignal
}

const TIMEOUT_MS = 20_000
const MAX_SENTENCE = 600
const ADDRESS = /https?:|www\.|@/i

/** A model's sentence, if it is short, has no address, and every figure in it stands in a result or in the question. */
const acceptSentence = (text: string, phrases: readonly string[]): string | null => {
  const sentence = text.trim().replace(/\s+/g, ' ')
  const isPlain = sentence !== '' && sentence.length <= MAX_SENTENCE && !ADDRESS.test(sentence)
  return isPlain && isSourced(sentence, phrases) ? sentence : null
}

const numbersIn = (text: string): string[] => text.match(/\p{N}[\p{N}.,]*/gu) ?? []

/**
 * The answer of the account's language model, or else of the installation's: the last of the reports that it ran, and its sentence where
 * that can be checked. Null if no model is configured, if it fails, takes over 20 seconds or runs no report, and after sixty of a user's
 * questions within an hour.
 */
export const askAssistant = async (
  deps: Deps,
  caller: Caller,
  { question, values, context, signal }: Asked,
): Promise<Understood | null> => {
  const settings = await readSettings(deps.db, caller.accountId)
  const provider = modelProvider(deps, caller.accountId, settings)
  if (provider === null) return null
  const unanswered = (reason: string): null => {
    deps.log.warn({ reason }, 'language model answer not used')
    return null
  }
  if (!(await isWithinLimit(deps, 'modelQuestion', caller.userId))) return unanswered('too many questions')
  const { mayLeave } = settings
  const used = context?.names.size ?? 0
  const masked = await maskQuestion(deps, caller, { question, values, mayLeave, used, signal })
  const placeholders = createPlaceholders(new Map([...(context?.names ?? []), ...masked.names]))
  const { calendar } = await loadAnalyticsSettings(deps, caller)
  const amounts = [...amountsIn(question), ...(context?.amounts ?? [])]
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const asking = { question, values, mayLeave, placeholders, amounts, calendar, signal: until }
  const { tools, steps, phrases } = createTools(deps, caller, asking)
  const prompt = { today: calendar.today, question: masked.text, ...(context && { before: context.definition }) }
  try {
    const said = await runModel(
      provider,
      { instructions: INSTRUCTIONS, prompt: JSON.stringify(prompt), temperature: 0, tools, maxSteps: MAX_STEPS },
      until,
    )
    const last = steps.at(-1)
    if (last === undefined || said === null || said.includes(NO_ANSWER)) return unanswered('no report')
    const sentence = acceptSentence(said, [...phrases, ...numbersIn(masked.text), ...placeholders.all()])
    return {
      ...last.understood,
      readBy: 'model',
      corrections: [],
      assistant: {
        sentence: sentence === null ? null : placeholders.reveal(sentence),
        steps: steps.map(({ understood, rowCount }) => ({ explanation: understood.explanation, rowCount })),
      },
    }
  } catch (error) {
    if (error instanceof MisplacedOutsideCall || signal.aborted) throw error
    return unanswered(error instanceof Error ? error.name : 'unknown')
  }
}
