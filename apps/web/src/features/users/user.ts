import type { QueryClient } from '@tanstack/react-query'
import type { AccountStatus } from '#contract/account.ts'
import type { Runtime } from '#web/app/runtime.tsx'

interface Named {
  readonly firstName: string
  readonly lastName: string
}

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim()

/** At most two letters, shown without a photo. */
export const initials = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toUpperCase()

/** The status with the user count changed by `more`, at least zero. */
export const withUsers = <T extends Pick<AccountStatus, 'currentUserCount'>>(status: T, more: number): T => ({
  ...status,
  currentUserCount: Math.max(0, status.currentUserCount + more),
})

/** Updates the cached user count without a request. */
export const countUsers = ({ queries, queryClient }: Runtime, more: number): void => {
  setStatus(queryClient, queries.account.status.queryKey(), more)
}

const setStatus = (client: QueryClient, queryKey: readonly unknown[], more: number): void => {
  client.setQueryData<AccountStatus>(queryKey, (status) => (status ? withUsers(status, more) : status))
}
