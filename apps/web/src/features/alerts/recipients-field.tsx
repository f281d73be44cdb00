import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AlertRecipient } from '#contract/alerts.ts'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser, useIsPermitted } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'

interface RecipientsFieldProps {
  /** colleagues who are notified already */
  readonly known: readonly AlertRecipient[]
  /** null: not changed */
  readonly chosen: readonly string[] | null
  readonly error: string | null
  readonly onChange: (recipientIds: readonly string[]) => void
}

/** Colleagues who are notified besides the owner. Shown to roles that may share, where there are colleagues who may open reports. */
export const RecipientsField = ({ known, chosen, error, onChange }: RecipientsFieldProps) => {
  const { queries } = useRuntime()
  const user = useCurrentUser()
  const maySend = useIsPermitted('sharing')
  const { data: users = [] } = useQuery(queries.users.list.queryOptions({ enabled: maySend }))
  const colleagues = users.filter(({ id, roles }) => id !== user?.id && isPermitted(roles, 'reports'))
  if (!maySend || (colleagues.length === 0 && known.length === 0)) return null
  const listed = new Set(colleagues.map(({ id }) => id))
  const withoutAccess = known.filter(({ userId }) => !listed.has(userId))
  return (
    <MultiSelect
      label="Also notify"
      description="Colleagues who can open reports, in the app and by email"
      placeholder={(chosen ?? known).length === 0 ? 'Name or email' : ''}
      searchable
      maxValues={50}
      data={[
        ...colleagues.map(({ id, firstName, lastName, email }) => ({
          value: id,
          label: `${firstName} ${lastName} (${email})`,
        })),
        ...withoutAccess.map(({ userId, name }) => ({ value: userId, label: `${name} (no access to reports)` })),
      ]}
      value={[...(chosen ?? known.map(({ userId }) => userId))]}
      nothingFoundMessage="No people found"
      error={error}
      onChange={onChange}
    />
  )
}
