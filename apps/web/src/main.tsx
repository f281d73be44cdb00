import './app/jitless.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import '@mantine/dropzone/styles.layer.css'
import '#ui/tokens.css'
import './app/components.css'
import './app/touch.css'
import './app/font.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { redirectOnSessionEnd, redirectToSetup } from '#web/app/router.tsx'
import { ONLY_SIGNED_OUT } from './app/access-decision.ts'
import { App } from './app/app.tsx'
import { copyNumbersAsTyped } from './app/copied-numbers.ts'
import { guardEnterKey } from './app/enter-key-guard.ts'
import { manageLastNumbers } from './app/offline/last-numbers.ts'
import { registerServiceWorker } from './app/offline/register-worker.ts'
import { createAppRouter } from './app/router.tsx'
import { createRuntime, type Runtime } from './app/runtime.tsx'
import { printInLightTheme } from './app/theme.ts'
import { startTracking } from './app/tracker/start-tracking.ts'

/** Milliseconds that a new tab waits for a signed-in tab, which may be busy, to share its session. */
const HAND_OVER_WAIT = 5_000

/** Milliseconds after the start, when the first screen is drawn. */
const CLEANING_DELAY = 20_000

const removeOldDrafts = async ({ drafts }: Runtime): Promise<void> => {
  try {
    const { removeExpiredDrafts } = await import('./app/draft/expired-drafts.ts')
    await removeExpiredDrafts(drafts, localStorage, Date.now())
  } catch (error) {
    console.warn('Expired drafts could not be removed', error)
  }
}

const start = async (root: HTMLElement): Promise<void> => {
  const runtime = createRuntime()
  const router = createAppRouter(runtime)
  redirectOnSessionEnd(runtime, router)
  redirectToSetup(runtime, router)
  startTracking(runtime, router)
  guardEnterKey(window)
  copyNumbersAsTyped(window)
  printInLightTheme()
  if (!ONLY_SIGNED_OUT.includes(location.pathname)) await runtime.session.receiveFromTabs(HAND_OVER_WAIT)
  manageLastNumbers(runtime)
  createRoot(root).render(<App runtime={runtime} router={router} />)
  registerServiceWorker()
  setTimeout(() => void removeOldDrafts(runtime), CLEANING_DELAY)
}

const root = document.getElementById('root')
if (root) await start(root)
