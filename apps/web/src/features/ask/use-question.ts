import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Choose, Context, Understood } from '#contract/ask.ts'
import { useRuntime } from '#web/app/runtime.tsx'

const contextOf = ({ definition, from, until, compare }: Understood): Context => ({
  definition,
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
  ...(compare === undefined ? {} : { compare }),
})

interface Reopened {
  readonly question: string
  readonly answer: Understood | Choose
}

/**
 * Asks questions only on demand, one at a time: a user may ask sixty in five minutes. A question may follow up the last answer until
 * `reset`.
 */
export const useQuestion = () => {
  const { api, queries, queryClient } = useRuntime()
  const [chosen, setChosen] = useState<number | null>(null)
  const [reopened, setReopened] = useState<Reopened | null>(null)
  const former = useRef<Understood | null>(null)
  const clear = (): void => {
    setChosen(null)
    setReopened(null)
  }
  const asking = useMutation(
    queries.ask.ask.mutationOptions({
      retry: false,
      onMutate: clear,
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.ask.history.key() }),
    }),
  )
  const opening = useMutation({
    mutationFn: async ({ id, question }: { readonly id: string; readonly question: string }) => ({
      question,
      answer: await api.ask.reopen({ id }),
    }),
    retry: false,
    onMutate: clear,
    onSuccess: setReopened,
  })
  const data = reopened?.answer ?? asking.data
  const choices = data && 'choices' in data ? data.choices : null
  const partly = data && 'notUnderstood' in data ? data.without?.answer : undefined
  const understood = data && 'definition' in data ? data : (choices?.[chosen ?? -1] ?? partly ?? null)
  useEffect(() => {
    if (understood !== null) former.current = understood
  }, [understood])
  const hide = (): void => {
    clear()
    asking.reset()
    opening.reset()
  }
  const { variables } = asking
  const last = reopened === null ? variables : { question: reopened.question }
  return {
    /** null: none yet */
    data: data ?? null,
    error: asking.error ?? opening.error,
    isPending: asking.isPending || opening.isPending,
    isIdle: asking.isIdle && opening.isIdle,
    understood,
    choices,
    chosen,
    choose: setChosen,
    /** asks a question of its own, whatever was answered before */
    askNew: (question: string): void => {
      former.current = null
      asking.mutate({ question })
    },
    /** asks what may be a follow-up to the last answer */
    ask: (question: string): void =>
      asking.mutate({ question, ...(former.current === null ? {} : { context: contextOf(former.current) }) }),
    /** asks again without correcting misspelled words */
    askAsTyped: (): void => {
      if (last !== undefined) asking.mutate({ ...last, asTyped: true })
    },
    /** asks again with a word replaced */
    askReplaced: (word: string, near: string): string => {
      const question = (last?.question ?? '').replace(word, near)
      asking.mutate({ ...last, question })
      return question
    },
    /** asks again as a question of its own */
    askAsNew: (): void => {
      former.current = null
      asking.mutate({ question: last?.question ?? '' })
    },
    /** shows an answer of the history */
    reopen: opening.mutate,
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
