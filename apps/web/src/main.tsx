import './app/jitless.ts'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { redirectOnSessionEnd } from '#web/app/router.tsx'
import { App } from './app/app.tsx'
import { guardEnterKey } from './app/enter-key-guard.ts'
import { createAppRouter } from './app/router.tsx'
import { createRuntime } from './app/runtime.tsx'
import { printInLightTheme } from './app/theme.ts'
import { startTracking } from './app/tracker/start-tracking.ts'

/** Milliseconds that a new tab waits for another tab to share its session. */
const HAND_OVER_WAIT = 120

const start = async (root: HTMLElement): Promise<void> => {
  const runtime = createRuntime()
  const router = createAppRouter(runtime)
  redirectOnSessionEnd(runtime, router)
  startTracking(runtime, router)
  guardEnterKey(window)
  printInLightTheme()
  await runtime.session.receiveFromTabs(HAND_OVER_WAIT)
  createRoot(root).render(<App runtime={runtime} router={router} />)
}

const root = document.getElementById('root')
if (root) await start(root)
