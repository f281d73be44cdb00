import type { User } from '#contract/auth.ts'
import { createFirstCalls } from './first-calls.ts'
import { openScreen } from './first-screens.ts'
import { makeRoom } from './first-texts.ts'
import { prepareFiles, requestFilesAfter } from './screen-files.ts'

/** Seconds that a token must still be valid; the app renews an older one before its first call. */
const FRESH_SECONDS = 600

/** A screen on a wall and the view behind a link have no frame. */
const FRAMELESS = /^\/(wall|view)(\/|$)/

const apiBase = (): string => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cuvee-api-base"]')
  const base = meta?.content.trim() || import.meta.env.VITE_API_BASE || '/api'
  return new URL(base, location.origin).href.replace(/\/+$/, '')
}

/**
 * What the app asks for first is asked for while its code is loading, see early-answers.ts. Returns when the texts that matter first are drawn;
 * null: there are none.
 */
const sendFirstCalls = (user: User): Promise<void> | null => {
  const token = sessionStorage.getItem('access_token')
  const expires = Number(sessionStorage.getItem('token_expiry'))
  if (!token || expires <= Date.now() / 1000 + FRESH_SECONDS) return null
  const calls = createFirstCalls(apiBase(), token)
  const { ask, answers } = calls
  const texts: string[] = []
  window.cuveeEarlyCalls = { token, answers, texts }
  // In the order of the specification; the browser's six connections leave two for what the screen shows first.
  void ask(`/user/${user.id}`)
  void ask('/notification')
  const account = ask('/account')
  void ask('/account/status')
  return openScreen({ user, calls, account, note: (text) => texts.push(text) })
}

/** Whether there is a demo decides how tall the form is. */
const openSignIn = (): void => {
  makeRoom('sign-in')
  const { ask, answers } = createFirstCalls(apiBase(), null)
  window.cuveeEarlyCalls = { token: null, answers, texts: [] }
  void ask('/system/client')
}

/** A browser reads its tables of languages when the first format is made, which takes as long as a screen's code. */
const readLanguages = (): void => void new Intl.NumberFormat('en-US').format(0)

const onFirstPaint = (listener: () => void): void => {
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    setTimeout(listener)
  })
  observer.observe({ type: 'paint', buffered: true })
}

const run = (): void => {
  let texts: Promise<void> | null = null
  const user: User | null = JSON.parse(sessionStorage.getItem('user') ?? 'null')
  if (user !== null) {
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = user.theme === 'dark' ? 'dark' : 'light'
    if (sessionStorage.getItem('sideBar-collapsed') === 'true') dataset.bootCollapsed = ''
    if (!FRAMELESS.test(location.pathname)) {
      dataset.boot = 'frame'
      texts = sendFirstCalls(user)
    }
  } else if (location.pathname === '/sign-in') openSignIn()
  prepareFiles(user !== null)
  requestFilesAfter(texts)
  onFirstPaint(readLanguages)
}

try {
  run()
} catch {
  // Storage is blocked: the page is drawn as for visitors until the app starts.
}
