import { findReportType } from '#semantic/catalog/catalog.ts'
import { type Answer, type AskContext, ask, type NotUnderstood } from '../ask.ts'
import type { Understood } from '../choose.ts'
import { candidateTypes } from '../definition/candidate-types.ts'
import { explain } from '../explain.ts'
import { type Account, type Built, buildOrForesee } from '../interpret.ts'
import { createLexicon } from '../tag/lexicon.ts'
import { type ChipQuestion, withChip } from './chip.ts'
import { chipSlots } from './chip-slots.ts'
import { columnFinder } from './column-finder.ts'
import type { Former } from './definition-chips.ts'
import { readFormer } from './former-answer.ts'

export const chipAccount = ({ values, calendar, customFields = [] }: AskContext): Account => ({
  lexicon: createLexicon(values, customFields),
  calendar,
  customFields,
  // chips say all that is meant
  hasItems: false,
})

/** What the chips mean, or what is missing. */
export const buildChips = ({ reportType, chips }: ChipQuestion, account: Account): Built => {
  const { calendar, customFields } = account
  const own = reportType === null ? null : findReportType(reportType, customFields)
  const slots = chipSlots(chips, calendar, columnFinder(customFields, own))
  const types = candidateTypes(slots, customFields)
  return buildOrForesee(slots, account, own === null ? types : [own, ...types.filter((type) => type !== own)])
}

const MAX_NAME = 200

/** The question in words, as a report of it is named. */
export const chipWords = ({ chips }: ChipQuestion): string =>
  chips
    .map(({ label }) => label)
    .join(', ')
    .slice(0, MAX_NAME)

/** The report that chips ask for. Nothing is corrected or ignored: what cannot be answered says why. */
export const askChips = (question: ChipQuestion, context: AskContext): Understood | NotUnderstood => {
  const account = chipAccount(context)
  const built = buildChips(question, account)
  if (!('answer' in built)) {
    const { words, reason } = built.refusal
    return { notUnderstood: words, suggestions: [], ...(reason === null ? {} : { reason }) }
  }
  const { type, answer } = built
  const definition = { ...answer.definition, name: chipWords(question) }
  return { ...answer, definition, explanation: explain(type, answer, account.calendar), corrections: [] }
}

/** What words after chips ask for: they change what the chips ask, or the chips complete what the words ask. */
export const askAfter = (before: ChipQuestion, words: string, context: AskContext): Answer => {
  const former = askChips(before, context)
  if ('definition' in former) return ask(words, { ...context, former })
  const answer = ask(words, context)
  const asked = 'definition' in answer ? questionOf(answer, context) : null
  if (asked === null) return answer
  const chips = before.chips.reduce<ChipQuestion['chips']>(withChip, asked.chips)
  return askChips({ ...asked, chips }, context)
}

/** The chips that ask for an answer; null where they cannot say all of it, such as a pivot. */
export const questionOf = (answer: Former, context: AskContext): ChipQuestion | null => {
  const former = readFormer(answer, chipAccount(context))
  return former === null ? null : { reportType: former.type?.reportType ?? null, chips: former.chips }
}
