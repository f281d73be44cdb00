import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChipQuestion, Completion } from '#contract/ask.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Milliseconds without typing before suggestions are looked up. */
const REST = 60

interface Typing {
  readonly question: ChipQuestion
  readonly text: string
  /** place of the chip that is replaced */
  readonly replacing?: number | null
}

const NONE: readonly Completion[] = []

/** What the question can go on with; those of an earlier text are shown until those of this one are there. */
export const useCompletions = ({ question, text, replacing = null }: Typing, isOpen: boolean) => {
  const { api, queries, queryClient } = useRuntime()
  const [wanted] = useDebouncedValue(text, REST)
  const { data } = useQuery(
    queries.ask.complete.queryOptions({
      input: { question, text: wanted, replacing },
      enabled: isOpen,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  return {
    completions: isOpen ? (data?.completions ?? NONE) : NONE,
    /** the best one for a question and a text, at once; null without any, or without a connection */
    lookUp: async (before: ChipQuestion, typed: string): Promise<Completion | null> => {
      const input = { question: before, text: typed, replacing }
      const known = queryClient.getQueryData(queries.ask.complete.queryKey({ input }))
      // A call of its own: the one of the list is canceled once another text is in the field.
      const found = known ?? (await api.ask.complete(input).catch(() => null))
      return found?.completions[0] ?? null
    },
  }
}
