import { useEffect } from 'react'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'

/** Tells the tracker who uses the page, by ids, account type and roles alone. */
export const useIdentify = (): void => {
  const { tracker } = useRuntime()
  const user = useCurrentUser()
  const accountType = useAccount()?.accountType
  useEffect(() => {
    if (!user) tracker.identify(null)
    else if (accountType) {
      tracker.identify({ userId: user.id, accountId: user.accountId, accountType, roles: user.roles })
    }
  }, [tracker, user, accountType])
}
