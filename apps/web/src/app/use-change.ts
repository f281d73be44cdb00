import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { toastWithUndo } from './notice.tsx'
import { toast } from './toast.ts'

interface ChangeOptions<Given, Answer> {
  /** loads again what may have changed, after a failure too: what is cached may be stale */
  readonly refresh: () => unknown
  /** the toast when it is done; absent: none */
  readonly done?: string | ((answer: Answer, given: Given) => string)
  /** of the toast's Undo button */
  readonly undo?: (given: Given) => void
  /** second line of the toast with an Undo button */
  readonly detail?: string
  /** the toast of a failure without a message of the server */
  readonly failed?: string
}

/** A change that applies immediately, with its toasts. */
export const useChange = <Answer, Given = void>(
  change: (given: Given) => Promise<Answer>,
  { refresh, done, undo, detail, failed }: ChangeOptions<Given, Answer>,
) =>
  useMutation({
    mutationFn: (given: Given) => change(given),
    onSuccess: (answer, given) => {
      const text = typeof done === 'function' ? done(answer, given) : done
      if (text === undefined) return
      if (undo) toastWithUndo(text, () => undo(given), detail)
      else toast.success(text)
    },
    onError: (error) => toast.failure(firstMessage(error, failed)),
    onSettled: refresh,
  })
