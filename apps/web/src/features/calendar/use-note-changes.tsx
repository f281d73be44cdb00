import { useMutation } from '@tanstack/react-query'
import type { CalendarNote } from '#contract/calendar.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Deletes notes, each with its toast. Refreshes the list and the charts. */
export const useNoteChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.calendar.key() })
  const onError = (error: unknown): void => {
    toast.failure(firstMessage(error, 'Something went wrong. Check your connection and try again.'))
    void refresh()
  }
  const restore = useMutation({
    mutationFn: (id: string) => api.calendar.restore({ id }),
    onSuccess: ({ title }) => {
      toast.success(`${title} restored`)
      return refresh()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ id }: CalendarNote) => api.calendar.remove({ id }),
    onSuccess: (_, { id, title }) => {
      toastWithUndo(`${title} deleted`, () => restore.mutate(id))
      return refresh()
    },
    onError,
  })
  return { remove }
}
