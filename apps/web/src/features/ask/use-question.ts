import { useMutation } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'

/** Asks a question in words; one at a time, and only when told to: an hour has twenty. */
export const useQuestion = () => {
  const { queries } = useRuntime()
  return useMutation(queries.ask.ask.mutationOptions({ retry: false }))
}

export type Question = ReturnType<typeof useQuestion>
