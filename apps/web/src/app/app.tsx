import { MantineProvider } from '@mantine/core'
import { notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useCurrentUser } from './current-user.ts'
import { lazyPart } from './lazy-part.tsx'
import { ModalsSlot } from './modals.tsx'
import type { AppRouter } from './router.tsx'
import { type Runtime, RuntimeProvider, useRuntime } from './runtime.tsx'
import { cssVariables, theme } from './theme.ts'

/** Providers around all pages. */
export const App = ({ runtime, router }: { runtime: Runtime; router: AppRouter }) => (
  <RuntimeProvider runtime={runtime}>
    <QueryClientProvider client={runtime.queryClient}>
      <Themed router={router} />
    </QueryClientProvider>
  </RuntimeProvider>
)

const Themed = ({ router }: { router: AppRouter }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    // All variables are set here, since the file with the default ones is not loaded.
    deduplicateCssVariables={false}
    forceColorScheme={useCurrentUser()?.theme ?? 'light'}
  >
    <RouterProvider router={router} />
    <ModalsSlot />
    <ProofSlot />
    <ToastSlot />
  </MantineProvider>
)

/** Waits for the connection when the code cannot be loaded, since a page without toasts would hide every failure. */
const loadToasts = (): Promise<ComponentType> =>
  import('./toasts.tsx').then(
    (module) => module.Toasts,
    () =>
      new Promise((resolve) => {
        window.addEventListener('online', () => resolve(loadToasts()), { once: true })
      }),
  )

const Toasts = lazyPart(loadToasts)

const ProveDialog = lazyPart(() => import('#web/features/second-factor/prove-dialog.tsx').then((m) => m.ProveDialog))

/** The dialog that asks who the user is, while a call waits for it. */
const ProofSlot = () => {
  const { prover } = useRuntime()
  const question = useSyncExternalStore(prover.subscribe, prover.current)
  return question ? (
    <Suspense fallback={null}>
      <ProveDialog {...question} />
    </Suspense>
  ) : null
}

const hasToasts = (): boolean => notificationsStore.getState().notifications.length > 0

/** Loads the code of toasts after the first screen, or with the first of them. */
const ToastSlot = () => {
  const isWanted = useSyncExternalStore(notificationsStore.subscribe, hasToasts)
  const isSettled = useIsSettled()
  return isWanted || isSettled ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null
}

/** Milliseconds after which the first screen usually has its data. */
const SETTLING_MS = 4_000

/** True some seconds after the start, when code that may be needed later can be loaded. Stays true once it was. */
const useIsSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
