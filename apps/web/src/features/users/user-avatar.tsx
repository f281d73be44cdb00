import { Avatar } from '@mantine/core'
import type { User } from '#contract/auth.ts'
import { initials } from './user.ts'

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
