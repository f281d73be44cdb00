import { Switch, Text } from '@mantine/core'
import type { NotificationPreference } from '#contract/notifications.ts'
import { kindInfo } from '#domain/notification-kind.ts'
import classes from './notifications.module.css'

interface PreferenceRowProps {
  readonly preference: NotificationPreference
  readonly onChange: (changed: NotificationPreference) => void
}

/** A kind with a switch for each way that it can take. */
export const PreferenceRow = ({ preference, onChange }: PreferenceRowProps) => {
  const { title, description, canBeMuted, email } = kindInfo(preference.kind)
  return (
    <tr>
      <th scope="row">
        <Text component="span" size="sm" fw={600} display="block">
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed" display="block">
          {description}
          {!canBeMuted && ' Too important to be turned off.'}
        </Text>
      </th>
      <td className={classes.way}>
        <Switch
          aria-label={`${title}: in Cuvee`}
          checked={preference.inApp}
          disabled={!canBeMuted}
          onChange={({ currentTarget: { checked } }) => onChange({ ...preference, inApp: checked })}
        />
      </td>
      <td className={classes.way}>
        {email === null ? (
          <Text component="span" size="xs" c="dimmed">
            The report itself
          </Text>
        ) : (
          <Switch
            aria-label={`${title}: by mail`}
            checked={preference.email}
            disabled={!canBeMuted}
            onChange={({ currentTarget: { checked } }) => onChange({ ...preference, email: checked })}
          />
        )}
      </td>
    </tr>
  )
}
