import { Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { kindInfo } from '#domain/notification-kind.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { heads } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import classes from './notifications.module.css'

const MUTATION = ['notification preferences'] as const

const withPreference = (all: NotificationPreferences, changed: NotificationPreference): NotificationPreferences => ({
  ...all,
  preferences: all.preferences.map((preference) => (preference.kind === changed.kind ? changed : preference)),
})

/** The user's preferences with an optimistic update that is rolled back if saving fails. */
const usePreferences = () => {
  const { api, queries, queryClient } = useRuntime()
  const { queryKey } = queries.notifications.preferences
  const query = useQuery(queries.notifications.preferences.queryOptions())
  const change = useMutation({
    mutationKey: MUTATION,
    mutationFn: (changed: NotificationPreference) => api.notifications.savePreferences({ preferences: [changed] }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey: queryKey() })
      queryClient.setQueryData(queryKey(), (all) => all && withPreference(all, changed))
    },
    onError: (error) => toast.failure(firstMessage(error, 'Your preference couldn’t be saved. Please try again.')),
    onSettled: () => {
      // Refetch only after the last of several changes, so that none is temporarily undone.
      if (queryClient.isMutating({ mutationKey: MUTATION }) > 1) return
      void queryClient.invalidateQueries({ queryKey: queryKey() })
    },
  })
  return { query, change }
}

interface PreferenceRowProps {
  readonly preference: NotificationPreference
  readonly onChange: (changed: NotificationPreference) => void
}

/** A notification kind with a switch per channel. */
const PreferenceRow = ({ preference, onChange }: PreferenceRowProps) => {
  const { title, description, isMandatory, email } = kindInfo(preference.kind)
  return (
    <tr>
      <th scope="row">
        <Text component="span" size="sm" fw={600} display="block">
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed" display="block">
          {description}
          {isMandatory && ' Can’t be turned off.'}
        </Text>
      </th>
      <td className={classes.way}>
        <ChannelSwitch
          label={`${title}: in Cuvee`}
          isOn={preference.inApp}
          fixedText={isMandatory ? 'Always' : null}
          onChange={(inApp) => onChange({ ...preference, inApp })}
        />
      </td>
      <td className={classes.way}>
        <ChannelSwitch
          label={`${title}: by email`}
          isOn={preference.email}
          fixedText={email === null ? 'With the report' : isMandatory ? 'Always' : null}
          onChange={(mailed) => onChange({ ...preference, email: mailed })}
        />
      </td>
    </tr>
  )
}

interface ChannelSwitchProps {
  readonly label: string
  readonly isOn: boolean
  /** shown instead of a switch that cannot be changed */
  readonly fixedText: string | null
  readonly onChange: (isOn: boolean) => void
}

const ChannelSwitch = ({ label, isOn, fixedText: instead, onChange }: ChannelSwitchProps) =>
  instead === null ? (
    <Switch aria-label={label} checked={isOn} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
  ) : (
    <Text component="span" size="xs" c="dimmed" display="block" lh="16px">
      {instead}
    </Text>
  )

/** Chooses the channels of each notification kind. Each change is saved immediately. */
export const PreferencesForm = () => {
  const { query, change } = usePreferences()
  const { data, error, refetch } = query
  if (!data && error) return <LoadFailure error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={320} radius="md" />
  return (
    <Stack gap={12}>
      <Group justify="space-between" gap="4px 16px" mih={24}>
        <Text size="sm">
          Email copies go to <strong className={classes.address}>{data.address}</strong>.
        </Text>
        <Text size="sm" role="status" className={classes.saved}>
          {change.isSuccess && (
            <>
              <IconCheck size={16} aria-hidden /> Saved
            </>
          )}
        </Text>
      </Group>
      <PreferenceTable {...data} onChange={change.mutate} />
    </Stack>
  )
}

interface PreferenceTableProps extends NotificationPreferences {
  readonly onChange: (changed: NotificationPreferences['preferences'][number]) => void
}

const PreferenceTable = ({ preferences, onChange }: PreferenceTableProps) => (
  <div className={`card ${classes.box}`}>
    <table className={classes.table}>
      <caption className="visually-hidden">How you receive each type of notification</caption>
      <thead>
        <tr>
          {heads('Notification', ['In Cuvee', { className: classes.way }], ['By email', { className: classes.way }])}
        </tr>
      </thead>
      <tbody>
        {preferences.map((preference) => (
          <PreferenceRow key={preference.kind} preference={preference} onChange={onChange} />
        ))}
      </tbody>
    </table>
  </div>
)
