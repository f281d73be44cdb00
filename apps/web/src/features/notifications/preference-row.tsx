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
          {!canBeMuted && ' Can’t be turned off.'}
        </Text>
      </th>
      <td className={classes.way}>
        <WaySwitch
          label={`${title}: in Cuvee`}
          isOn={preference.inApp}
          instead={canBeMuted ? null : 'Always'}
          onChange={(inApp) => onChange({ ...preference, inApp })}
        />
      </td>
      <td className={classes.way}>
        <WaySwitch
          label={`${title}: by email`}
          isOn={preference.email}
          instead={email === null ? 'With the report' : canBeMuted ? null : 'Always'}
          onChange={(mailed) => onChange({ ...preference, email: mailed })}
        />
      </td>
    </tr>
  )
}

interface WaySwitchProps {
  readonly label: string
  readonly isOn: boolean
  /** what stands where there is nothing to choose */
  readonly instead: string | null
  readonly onChange: (isOn: boolean) => void
}

const WaySwitch = ({ label, isOn, instead, onChange }: WaySwitchProps) =>
  instead === null ? (
    <Switch aria-label={label} checked={isOn} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
  ) : (
    <Text component="span" size="xs" c="dimmed" display="block" lh="16px">
      {instead}
    </Text>
  )
