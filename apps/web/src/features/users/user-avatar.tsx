import { Avatar } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import type { AccountStatus } from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
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

interface UserAvatarProps {
  readonly user: Pick<User, 'firstName' | 'lastName' | 'profilePhotoUrlLarge' | 'profilePhotoUrlSmall'>
  /** pixels */
  readonly size?: number
}

/** Size in pixels up to which the small photo suffices. */
const SMALL_UNTIL = 48

/** A user's photo or initials; hidden from screen readers, since the name is shown next to it. */
export const UserAvatar = ({ user, size = 36 }: UserAvatarProps) => {
  const photo = size > SMALL_UNTIL ? user.profilePhotoUrlLarge : user.profilePhotoUrlSmall
  return (
    <Avatar src={photo} alt="" radius="50%" size={size} color="wine" aria-hidden>
      {initials(user)}
    </Avatar>
  )
}
