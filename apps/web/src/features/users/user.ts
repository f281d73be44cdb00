import type { QueryClient } from '@tanstack/react-query'
import type { AccountStatus } from '#contract/account.ts'
import type { Runtime } from '#web/app/runtime.tsx'

interface Named {
  readonly firstName: string
  readonly lastName: string
}

export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim()

/** At most two letters, for where there is no photo. */
export const initials = ({ firstName, lastName }: Named): string =>
  [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toUpperCase()

/** The status with so many users more, or fewer when negative; never below none. */
export const withUsers = <T extends Pick<AccountStatus, 'currentUserCount'>>(status: T, more: number): T => ({
  ...status,
  currentUserCount: Math.max(0, status.currentUserCount + more),
})

/** Counts users up or down here, without asking the server. */
export const countUsers = ({ queries, queryClient }: Runtime, more: number): void => {
  setStatus(queryClient, queries.account.status.queryKey(), more)
}

const setStatus = (client: QueryClient, queryKey: readonly unknown[], more: number): void => {
  client.setQueryData<AccountStatus>(queryKey, (status) => (status ? withUsers(status, more) : status))
}
