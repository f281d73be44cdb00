import { useCallback } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'

/** Marks all cached numbers as stale after a change of definitions; they are refetched when shown next. */
export const useForgetNumbers = (): (() => void) => {
  const { queryClient } = useRuntime()
  return useCallback(() => void queryClient.invalidateQueries({ refetchType: 'none' }), [queryClient])
}
