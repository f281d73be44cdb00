/** Which tabs of this browser are signed in. */
export interface TabPresence {
  /** tells the other tabs whether this one is signed in, until it is closed */
  readonly mark: (isSignedIn: boolean) => void
  /** whether any tab is signed in; null where the browser cannot tell, which is on pages without HTTPS */
  readonly isAnySignedIn: () => Promise<boolean | null>
}

const UNKNOWN: TabPresence = { mark: () => {}, isAnySignedIn: async () => null }

/**
 * A signed-in tab holds a shared lock. Unlike a message, a lock is seen at once while the tab is busy, and it ends with the tab.
 */
export const createTabPresence = (name = 'cuvee-signed-in'): TabPresence => {
  const locks: LockManager | undefined = navigator.locks
  if (locks === undefined) return UNKNOWN
  let release: (() => void) | null = null
  const hold = () => {
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    locks.request(name, { mode: 'shared' }, () => held).catch(console.warn)
  }
  return {
    mark: (isSignedIn) => {
      if (isSignedIn === (release !== null)) return
      if (isSignedIn) return hold()
      release?.()
      release = null
    },
    isAnySignedIn: async () => {
      const { held = [], pending = [] } = await locks.query()
      return [...held, ...pending].some((lock) => lock.name === name)
    },
  }
}
