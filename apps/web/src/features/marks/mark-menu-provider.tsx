import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { type MarkAction, MarkActionProvider } from '#ui/mark-action.tsx'
import type { MarkChoices, OpenMark } from './mark-menu.tsx'

// Opens on click only, so its code is loaded on demand.
const MarkMenu = lazy(() => import('./mark-menu.tsx').then((m) => ({ default: m.MarkMenu })))

/** Lets the marks of the charts below open a menu, by mouse, touch and keyboard. */
export const MarkMenuProvider = ({ choices, children }: { choices: MarkChoices; children: ReactNode }) => {
  const [open, setOpen] = useState<OpenMark | null>(null)
  const action = useCallback<MarkAction>((mark, anchor) => {
    // After the event: a menu that appears during a key press takes it as its own and closes.
    window.setTimeout(() => setOpen({ mark, anchor }), 0)
  }, [])
  return (
    <MarkActionProvider action={action}>
      {children}
      <Suspense fallback={null}>
        {open === null ? null : <MarkMenu {...open} choices={choices} onClose={() => setOpen(null)} />}
      </Suspense>
    </MarkActionProvider>
  )
}
