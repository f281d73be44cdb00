import { Suspense, useSyncExternalStore } from 'react'
import { createListeners } from '#web/api/listeners.ts'
import { lazyPart } from './lazy-part.tsx'

const load = () => import('./modals-host.tsx')
const ModalsHost = lazyPart(() => load().then((module) => module.ModalsHost))

type Modals = Awaited<ReturnType<typeof load>>['modals']

const mounted = Promise.withResolvers<void>()
const { notify, subscribe } = createListeners()
let isWanted = false

/** Opens and closes dialogs by calls, whose code is loaded with the first of them. */
export const withModals = async (use: (modals: Modals) => void): Promise<void> => {
  isWanted = true
  notify()
  const [{ modals }] = await Promise.all([load(), mounted.promise])
  use(modals)
}

/** Where the dialogs are rendered. */
export const ModalsSlot = () => {
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  return isShown ? (
    <Suspense fallback={null}>
      <ModalsHost onMounted={mounted.resolve} />
    </Suspense>
  ) : null
}
