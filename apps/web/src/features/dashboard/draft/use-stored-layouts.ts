import { useEffect, useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { orElse } from '#web/app/draft/unsaved-drafts.ts'
import { useRuntime } from '#web/app/runtime.tsx'

/** Stored drafts of the user's dashboards by slug, unparsed. */
export type StoredLayouts = ReadonlyMap<string, unknown>

const NONE: StoredLayouts = new Map()

/** Reads them once, while the dashboard is being requested; null until then. A browser that blocks storage has none. */
export const useStoredLayouts = (): StoredLayouts | null => {
  const { drafts } = useRuntime()
  const user = useCurrentUser()
  const accountId = user?.accountId ?? 0
  const userId = user?.id ?? ''
  const [layouts, setLayouts] = useState<StoredLayouts | null>(null)
  useEffect(() => {
    let isCurrent = true
    void orElse(drafts.list({ accountId, userId }, 'dashboard'), NONE).then((found) => {
      if (isCurrent) setLayouts(found)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts, accountId, userId])
  return layouts
}
