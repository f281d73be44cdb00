import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChipQuestion, Choose, Context, NotUnderstood, Understood } from '#contract/ask.ts'
import { useRuntime } from '#web/app/runtime.tsx'

const contextOf = ({ definition, from, until, compare, forecast }: Understood): Context => ({
  definition,
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
  ...(compare === undefined ? {} : { compare }),
  ...(forecast === undefined ? {} : { forecast }),
})

type Action =
  | {
      readonly kind: 'ask'
      readonly question: string
      readonly asTyped?: boolean
      readonly chips?: ChipQuestion
      readonly context?: Context
    }
  | { readonly kind: 'compose'; readonly question: ChipQuestion }
  | { readonly kind: 'report'; readonly context: Context }
  | { readonly kind: 'reopen'; readonly id: string; readonly question: string }

type Outcome = Understood | Choose | NotUnderstood

/**
 * Asks only on demand, one question at a time: a user may ask sixty in five minutes. A question may follow up the last answer until
 * `reset`.
 */
export const useQuestion = () => {
  const { api, queries, queryClient } = useRuntime()
  const [chosen, setChosen] = useState<number | null>(null)
  const former = useRef<Understood | null>(null)
  const run = async (action: Action): Promise<Outcome> => {
    switch (action.kind) {
      case 'ask': {
        const { kind: _, ...input } = action
        const answer = await api.ask.ask(input)
        void queryClient.invalidateQueries({ queryKey: queries.ask.history.key() })
        return answer
      }
      case 'compose':
        return api.ask.compose({ question: action.question })
      case 'report':
        return api.ask.compose({ context: action.context })
      case 'reopen':
        return api.ask.reopen({ id: action.id })
    }
  }
  const asking = useMutation({ mutationFn: run, retry: false, onMutate: () => setChosen(null) })
  const { data, variables } = asking
  const choices = data && 'choices' in data ? data.choices : null
  const refusal = data && 'notUnderstood' in data ? data : null
  const offered = choices ?? (refusal?.nearest ? [refusal.nearest] : [])
  const understood = data && 'definition' in data ? data : (offered[chosen ?? -1] ?? refusal?.without?.answer ?? null)
  useEffect(() => {
    if (understood !== null) former.current = understood
  }, [understood])
  const hide = (): void => {
    setChosen(null)
    asking.reset()
  }
  const lastWords =
    variables !== undefined && 'question' in variables && variables.kind !== 'compose' ? variables.question : ''
  /** what words go on from: the last answer as chips, or as it is where chips cannot say all of it */
  const before = (): Pick<Extract<Action, { kind: 'ask' }>, 'chips' | 'context'> => {
    const last = former.current
    if (last === null) return {}
    return last.chips === undefined ? { context: contextOf(last) } : { chips: last.chips }
  }
  return {
    /** the words of the question that was answered last */
    asked: lastWords.trim(),
    /** null: none yet */
    data: data ?? null,
    error: asking.error,
    isPending: asking.isPending,
    isIdle: asking.isIdle,
    understood,
    choices,
    chosen,
    choose: setChosen,
    /** asks a question of its own, whatever was answered before */
    askNew: (question: string): void => {
      former.current = null
      asking.mutate({ kind: 'ask', question })
    },
    /** asks what may be a follow-up to the last answer, or goes on from these chips */
    ask: (question: string, chips?: ChipQuestion): void =>
      asking.mutate({ kind: 'ask', question, ...(chips === undefined ? before() : { chips }) }),
    /** asks what the chips say; the question is not kept in the history */
    compose: (question: ChipQuestion): void => asking.mutate({ kind: 'compose', question }),
    /** shows a report as a question */
    askReport: (context: Context): void => asking.mutate({ kind: 'report', context }),
    /** asks again without correcting misspelled words */
    askAsTyped: (): void => {
      if (variables?.kind === 'ask') asking.mutate({ ...variables, asTyped: true })
      else asking.mutate({ kind: 'ask', question: lastWords, asTyped: true })
    },
    /** asks again with a word replaced */
    askReplaced: (word: string, near: string): string => {
      const question = lastWords.replace(word, near)
      asking.mutate(variables?.kind === 'ask' ? { ...variables, question } : { kind: 'ask', question })
      return question
    },
    /** asks again as a question of its own */
    askAsNew: (): void => {
      former.current = null
      asking.mutate({ kind: 'ask', question: lastWords })
    },
    /** shows an answer of the history */
    reopen: ({ id, question }: { readonly id: string; readonly question: string }): void =>
      asking.mutate({ kind: 'reopen', id, question }),
    /** takes the answer away; the next question may still follow it up */
    hide,
    /** begins anew */
    reset: (): void => {
      former.current = null
      hide()
    },
  }
}

export type Question = ReturnType<typeof useQuestion>
