import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../account-data.ts'
import { useRuntime } from '../runtime.tsx'
import { refreshTimeText } from './refresh-time.ts'

/** When the account's data was last refreshed. */
export const LastUpdated = () => {
  const { queries } = useRuntime()
  const timeZone = useAccount()?.timeZone
  const { data, error } = useQuery(queries.system.setting.queryOptions({ input: { key: 'DataRefreshTimeUtc' } }))
  useEffect(() => {
    if (error) console.error('The time of the last refresh could not be loaded', error)
  }, [error])
  return <span className="numbers">Last updated: {refreshTimeText(data?.value ?? null, timeZone)}</span>
}
