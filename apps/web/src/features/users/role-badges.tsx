import { Badge } from '@mantine/core'
import type { Role } from '#domain/role.ts'
import { roleNames } from './role-words.ts'
import classes from './users.module.css'

/** Roles in words. */
export const RoleBadges = ({ roles, className = '' }: { roles: readonly Role[]; className?: string | undefined }) => (
  <div className={`${classes.badges} ${className}`}>
    {roleNames(roles).map((name) => (
      <Badge key={name} size="sm" variant="default" tt="none" fw={500} miw="fit-content">
        {name}
      </Badge>
    ))}
  </div>
)
