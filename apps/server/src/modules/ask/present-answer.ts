import { ChipQuestion, type NotUnderstood, type Understood } from '#contract/ask.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { AskContext, NotUnderstood as GrammarRefusal } from '#insights/ask/ask.ts'
import { questionOf } from '#insights/ask/chips/ask-chips.ts'
import type { Understood as GrammarAnswer } from '#insights/ask/choose.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { assertAnswerable } from '#server/modules/saved-reports/index.ts'
import { formerAnswer } from './former-answer.ts'

/** A definition that can be run, with how it was read and the chips that ask for it. */
export const presentAnswer = (deps: Deps, caller: Caller, answer: GrammarAnswer, context: AskContext): Understood => {
  const { definition: request, corrections, focus, changes, ...view } = answer
  const definition = ReportDefinition.parse(request)
  assertAnswerable(deps, caller, definition)
  const chips = questionOf(answer, context)
  return {
    ...view,
    definition,
    readBy: 'grammar',
    corrections: [...corrections],
    ...(changes === undefined ? {} : { changes: [...changes] }),
    ...(focus === undefined ? {} : { focus: { ...focus, values: [...focus.values] } }),
    ...(chips === null ? {} : { chips: ChipQuestion.parse(chips) }),
  }
}

/** An assistant's answer with the chips that ask for it, where they can say all of it. */
export const withChips = (answer: Understood, context: AskContext): Understood => {
  const former = formerAnswer(answer, context.customFields ?? [])
  const chips = former === null ? null : questionOf(former, context)
  return chips === null ? answer : { ...answer, chips: ChipQuestion.parse(chips) }
}

export const presentRefusal = (
  deps: Deps,
  caller: Caller,
  { notUnderstood, reason, suggestions, without, nearest }: GrammarRefusal,
  context: AskContext,
): NotUnderstood => ({
  notUnderstood: [...notUnderstood],
  ...(reason === undefined ? {} : { reason }),
  suggestions: suggestions.map(({ word, near }) => ({ word, near: [...near] })),
  ...(without === undefined
    ? {}
    : { without: { ignored: [...without.ignored], answer: presentAnswer(deps, caller, without.answer, context) } }),
  ...(nearest === undefined ? {} : { nearest: presentAnswer(deps, caller, nearest, context) }),
})
