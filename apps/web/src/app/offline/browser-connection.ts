import { type Connection, createConnection } from './connection.ts'

/** Milliseconds after which a request without an answer counts as failed. */
const PROBE_LIMIT_MS = 8_000

const callAfter = (milliseconds: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** The connection of this browser. Tries again at once when it says that it is online, or when the page is looked at again. */
export const createBrowserConnection = (apiBase: string): Connection => {
  const probe = async (): Promise<boolean> => {
    try {
      const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
      const { status } = await fetch(`${apiBase}/system/client`, { cache: 'no-store', signal })
      return status < 500
    } catch {
      return false
    }
  }
  const connection = createConnection({ probe, now: Date.now, after: callAfter })
  window.addEventListener('online', connection.retryNow)
  window.addEventListener('offline', () => void connection.failed())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.retryNow()
  })
  return connection
}
