import { Avatar } from '@mantine/core'
import type { User } from '#contract/auth.ts'
import { initials } from './user.ts'

interface UserAvatarProps {
  readonly user: Pick<User, 'firstName' | 'lastName' | 'profilePhotoUrlLarge' | 'profilePhotoUrlSmall'>
  /** pixels */
  readonly size?: number
}

/** Where a small photo is too coarse, in pixels. */
const SMALL_UNTIL = 48

/** Somebody's photo, or their initials. Says nothing to a screen reader: the name stands beside it. */
export const UserAvatar = ({ user, size = 36 }: UserAvatarProps) => {
  const photo = size > SMALL_UNTIL ? user.profilePhotoUrlLarge : user.profilePhotoUrlSmall
  return (
    <Avatar src={photo} alt="" radius="50%" size={size} color="wine" aria-hidden>
      {initials(user)}
    </Avatar>
  )
}
