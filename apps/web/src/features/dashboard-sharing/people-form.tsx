import { ActionIcon, NativeSelect, Select, Switch, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DashboardColleague, DashboardSharing, SharingInput } from '#contract/dashboard-sharing.ts'
import type { Dashboard } from '#contract/dashboards.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import classes from './sharing.module.css'

/** Saves who can open an own dashboard. */
const useSaveSharing = (slug: string, onSaved: () => void) => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: (body: SharingInput) => api.dashboardSharing.save({ params: { slug }, body }),
    onSuccess: ({ isPublic }) => {
      toast.success('Sharing saved')
      onSaved()
      queryClient.setQueriesData<Dashboard>({ queryKey: queries.dashboards.get.key() }, (current) =>
        current?.slug === slug ? { ...current, isPublic } : current,
      )
      return queryClient.invalidateQueries({ queryKey: queries.dashboardSharing.visible.key() })
    },
  })
}

interface PeopleFormProps {
  readonly slug: string
  readonly sharing: DashboardSharing
  readonly onClose: () => void
}

const labelOf = ({ name, email }: DashboardColleague): string => `${name} (${email})`

/** People with access, and whether everyone in the account can view the dashboard. */
export const PeopleForm = ({ slug, sharing, onClose }: PeopleFormProps) => {
  const [colleagues, setColleagues] = useState(sharing.colleagues)
  const [isPublic, setPublic] = useState(sharing.isPublic)
  const save = useSaveSharing(slug, onClose)
  const setAccess = (userId: string, access: DashboardColleague['access']): void =>
    setColleagues((current) => current.map((one) => (one.userId === userId ? { ...one, access } : one)))
  const handleSubmit = (): void => {
    const people = colleagues.flatMap(({ userId, access }) => (access === null ? [] : [{ userId, access }]))
    save.mutate({ isPublic, people })
  }
  const others = colleagues.filter(({ access }) => access === null)
  return (
    <FormStack onSubmit={handleSubmit}>
      <FormFailure message={save.isError ? firstMessage(save.error, 'Sharing couldn’t be saved.') : null} />
      {colleagues.length === 0 ? (
        <Text size="sm" c="dimmed">
          There’s nobody else in this account yet.
        </Text>
      ) : (
        <Select
          label="Add people"
          placeholder="Name or email"
          searchable
          data-autofocus
          value={null}
          data={others.map((one) => ({ value: one.userId, label: labelOf(one) }))}
          nothingFoundMessage="No people found"
          onChange={(userId) => userId !== null && setAccess(userId, 'view')}
        />
      )}
      <PeopleList people={colleagues.filter(({ access }) => access !== null)} onChange={setAccess} />
      <Switch
        label="Everyone in the account can view it"
        description="Colleagues find it under All dashboards"
        checked={isPublic}
        onChange={({ currentTarget }) => setPublic(currentTarget.checked)}
      />
      <DialogButtons confirm="Save sharing" isBusy={save.isPending} onCancel={onClose} />
    </FormStack>
  )
}

interface PeopleListProps {
  readonly people: readonly DashboardColleague[]
  /** null: takes the access away */
  readonly onChange: (userId: string, access: DashboardColleague['access']) => void
}

const ACCESS = [
  { value: 'view', label: 'Can view' },
  { value: 'edit', label: 'Can edit' },
]

/** People with access of their own. */
const PeopleList = ({ people, onChange }: PeopleListProps) =>
  people.length > 0 && (
    <ul className="bare-list" aria-label="People with access">
      {people.map(({ userId, name, email, access }) => (
        <li key={userId} className={classes.person}>
          <span className={classes.who}>
            <strong>{name}</strong>
            <span className="hint">{email}</span>
          </span>
          <NativeSelect
            aria-label={`Access of ${name}`}
            className={classes.access ?? ''}
            value={access ?? 'view'}
            data={ACCESS}
            onChange={({ currentTarget }) => onChange(userId, currentTarget.value === 'edit' ? 'edit' : 'view')}
          />
          <ActionIcon size={36} aria-label={`Remove ${name}`} onClick={() => onChange(userId, null)}>
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
