import { Badge, Checkbox, Input, Stack } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ROLES, type Role } from '#domain/role.ts'
import { grantLock, ROLE_INFO, ROLES_SHOWN, roleNames } from './role-rules.ts'
import classes from './users.module.css'

interface RoleChoicesProps {
  readonly label: string
  readonly chosen: readonly Role[]
  /** why a role cannot be changed; null when it can */
  readonly lockOf: (role: Role) => string | null
  readonly error?: string | null
  readonly onChange: (roles: Role[]) => void
}

/** Role checkboxes with descriptions; locked ones show the reason. */
export const RoleChoices = ({ label, chosen, lockOf, error = null, onChange }: RoleChoicesProps) => {
  const errorId = useId()
  const toggle = (role: Role): void => {
    const next = chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]
    onChange(ROLES.filter((one) => next.includes(one)))
  }
  return (
    <fieldset className={classes.roles} aria-describedby={error === null ? undefined : errorId}>
      <legend className={classes.legend}>{label}</legend>
      <Stack gap={2}>
        {ROLES_SHOWN.map((role) => {
          const lock = lockOf(role)
          return (
            <Checkbox
              key={role}
              classNames={{ root: classes.role, body: classes.roleBody, description: classes.roleWords }}
              label={ROLE_INFO[role].name}
              description={
                <>
                  {ROLE_INFO[role].can}
                  {lock !== null && <span className={classes.lock}> {lock}</span>}
                </>
              }
              checked={chosen.includes(role)}
              disabled={lock !== null}
              onChange={() => toggle(role)}
            />
          )
        })}
      </Stack>
      {error !== null && (
        <Input.Error id={errorId} role="alert" mt={4}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

interface NewRolesProps {
  readonly form: {
    readonly values: { readonly roles: readonly Role[] }
    readonly errors: { readonly roles?: ReactNode }
    readonly setFieldValue: (field: 'roles', roles: Role[]) => void
  }
  /** who grants them */
  readonly actor: Parameters<typeof grantLock>[1]
}

/** The roles of someone new. */
export const NewRoles = ({ form, actor }: NewRolesProps) => (
  <RoleChoices
    label="Roles"
    chosen={form.values.roles}
    lockOf={(role) => grantLock(role, actor)}
    error={form.errors.roles ? String(form.errors.roles) : null}
    onChange={(roles) => form.setFieldValue('roles', roles)}
  />
)

/** Role names as badges. */
export const RoleBadges = ({ roles, className = '' }: { roles: readonly Role[]; className?: string | undefined }) => (
  <div className={`${classes.badges} ${className}`}>
    {roleNames(roles).map((name) => (
      <Badge key={name} size="sm" variant="default" tt="none" fw={500} miw="fit-content">
        {name}
      </Badge>
    ))}
  </div>
)
