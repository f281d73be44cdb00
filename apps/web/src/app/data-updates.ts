import { useQuery } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { AccountStatus } from '#contract/account.ts'
import { useAccount, useAccountStatus } from './account-data.ts'
import { computedFromData, outdatedOnReturn } from './freshness.ts'
import { loadCurrentUser } from './load-current-user.ts'
import { type Runtime, useRuntime } from './runtime.tsx'

/** Calls `onChange` when a load has changed the account's data, or somebody its settings, but not when these are first known. */
export const useOnDataChange = (onChange: () => void): void => {
  const version = useAccountStatus()?.dataVersion
  const settings = useAccount()
  const before = useRef({ version, settings })
  const call = useRef(onChange)
  call.current = onChange
  useEffect(() => {
    const { current } = before
    const isNewData = current.version !== undefined && version !== undefined && current.version !== version
    if (isNewData || (current.settings !== null && settings !== null && current.settings !== settings)) call.current()
    before.current = { version, settings }
  }, [version, settings])
}

/** Milliseconds between checks for new data and another plan or settings: during the first load, and else. */
const POLL_MS = { loading: 2_000, else: 4_000 }

const pollInterval = (status: AccountStatus | undefined): number => (status?.firstLoad ? POLL_MS.loading : POLL_MS.else)

/** Asks for the account again when somebody has changed it, but not when it is first known. */
const useAccountChanges = (version: string | undefined): void => {
  const { queries, queryClient } = useRuntime()
  const before = useRef(version)
  useEffect(() => {
    const isChanged = before.current !== undefined && version !== undefined && before.current !== version
    before.current = version
    if (isChanged) void queryClient.refetchQueries({ queryKey: queries.account.get.key() })
  }, [version, queries, queryClient])
}

/** First part of the keys of cached pages of reports. */
export const REPORT_PAGES = 'report'

/** Milliseconds in which a window that is shown and gets the focus tells so twice. */
const RETURN_MS = 100

/** Calls `onReturn` when the user returns to the window, also from one next to it. */
export const listenForReturn = (onReturn: () => void): (() => void) => {
  let timer = 0
  const handle = (): void => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = window.setTimeout(onReturn, RETURN_MS)
  }
  const events = ['visibilitychange', 'focus'] as const
  for (const event of events) window.addEventListener(event, handle)
  return () => {
    clearTimeout(timer)
    for (const event of events) window.removeEventListener(event, handle)
  }
}

/** Asks again who the user is and what the plan includes, and then for what may have changed meanwhile and the user may still see. */
const refreshOnReturn = async (runtime: Runtime, router: AnyRouter): Promise<void> => {
  const { queries, queryClient, session } = runtime
  const rolesNow = (): string | undefined => session.current()?.user?.roles.join()
  const roles = rolesNow()
  await Promise.allSettled([
    loadCurrentUser(runtime),
    queryClient.refetchQueries({ queryKey: queries.account.get.key() }),
  ])
  if (rolesNow() !== roles) await router.invalidate()
  await queryClient.invalidateQueries(outdatedOnReturn)
}

const useRefreshOnReturn = (): void => {
  const runtime = useRuntime()
  const router = useRouter()
  useEffect(() => listenForReturn(() => void refreshOnReturn(runtime, router)), [runtime, router])
}

/** Keeps what is shown fresh while others change it: new data, plans and settings are noticed while a page is open, the rest when the user returns to it. */
export const useDataUpdates = (): void => {
  const { queries, queryClient } = useRuntime()
  const { data: status } = useQuery(
    queries.account.status.queryOptions({ refetchInterval: ({ state }) => pollInterval(state.data) }),
  )
  useAccountChanges(status?.accountVersion)
  useRefreshOnReturn()
  useOnDataChange(() => {
    void queryClient.invalidateQueries({ queryKey: queries.system.setting.key() })
    void queryClient.invalidateQueries(computedFromData)
    // The explanation of a number that is open stays that of the number that was clicked.
    void queryClient.invalidateQueries({ queryKey: queries.reports.key(), refetchType: 'none' })
  })
}
