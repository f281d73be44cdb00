import { useCallback } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'

/** Lets every number that was loaded be loaded anew when it is looked at next: what counts has changed. */
export const useForgetNumbers = (): (() => void) => {
  const { queryClient } = useRuntime()
  return useCallback(() => void queryClient.invalidateQueries({ refetchType: 'none' }), [queryClient])
}
