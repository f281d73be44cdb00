import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { DashboardColleague } from '#contract/dashboard-sharing.ts'
import classes from './sharing.module.css'

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
export const PeopleList = ({ people, onChange }: PeopleListProps) =>
  people.length > 0 && (
    <ul className={classes.people} aria-label="People with access">
      {people.map(({ userId, name, email, access }) => (
        <li key={userId} className={classes.person}>
          <span className={classes.who}>
            <strong>{name}</strong>
            <span className={classes.hint}>{email}</span>
          </span>
          <NativeSelect
            aria-label={`Access of ${name}`}
            className={classes.access ?? ''}
            value={access ?? 'view'}
            data={ACCESS}
            onChange={({ currentTarget }) => onChange(userId, currentTarget.value === 'edit' ? 'edit' : 'view')}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove ${name}`}
            onClick={() => onChange(userId, null)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
