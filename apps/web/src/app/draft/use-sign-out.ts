import { useCallback } from 'react'
import { askToConfirm } from '../dialog.tsx'
import { useRuntime } from '../runtime.tsx'
import { countDrafts } from './unsaved-drafts.ts'

const unsaved = (count: number): string =>
  `You have unsaved changes${count === 1 ? '' : ` in ${count} places`}. Signing out removes them from this browser.`

/** Signs the user out. Unsaved changes leave the browser then, so the user confirms it first. */
export const useSignOut = (): (() => void) => {
  const { session, drafts } = useRuntime()
  return useCallback(() => {
    const user = session.current()?.user
    const end = (): void => session.end('signed-out')
    if (!user) return end()
    void countDrafts(drafts, user).then((count) => {
      if (count === 0) return end()
      askToConfirm({
        title: 'Sign out and discard changes?',
        text: unsaved(count),
        confirm: 'Sign out and discard',
        onConfirm: end,
      })
    })
  }, [session, drafts])
}
