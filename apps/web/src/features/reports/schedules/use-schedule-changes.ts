import { type QueryKey, useMutation } from '@tanstack/react-query'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

const FAILED = 'Something went wrong. Check your connection and try again.'

interface ScheduleCalls {
  readonly add: (input: ScheduleInput) => Promise<unknown>
  readonly remove: (scheduleId: string) => Promise<unknown>
  /** of the list */
  readonly queryKey: QueryKey
  readonly onAdded: () => void
}

/** Adds and deletes schedules, each with its toast. */
export const useScheduleChanges = ({ add: sendAdd, remove: sendRemove, queryKey, onAdded }: ScheduleCalls) => {
  const { queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: sendAdd,
    onSuccess: () => {
      toast.success('Schedule added')
      onAdded()
      return refresh()
    },
    onError: (error) => {
      if (!errorItems(error).some(({ field }) => field !== undefined)) toast.failure(firstMessage(error, FAILED))
    },
  })
  const remove = useMutation({
    mutationFn: sendRemove,
    onSuccess: () => {
      toast.success('Schedule deleted')
      return refresh()
    },
    onError: (error) => toast.failure(firstMessage(error, FAILED)),
  })
  return { add, remove }
}
