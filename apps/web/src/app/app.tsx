import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useCurrentUser } from './current-user.ts'
import type { AppRouter } from './router.tsx'
import { type Runtime, RuntimeProvider } from './runtime.tsx'
import { cssVariables, theme } from './theme.ts'
import { TOAST_LIMIT, TOAST_TIME } from './toast.ts'

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
    forceColorScheme={useCurrentUser()?.theme ?? 'light'}
  >
    <ModalsProvider>
      <RouterProvider router={router} />
    </ModalsProvider>
    <Notifications
      className="toasts"
      position="top-right"
      autoClose={TOAST_TIME}
      limit={TOAST_LIMIT}
      containerWidth={360}
    />
  </MantineProvider>
)
