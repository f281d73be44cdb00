import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import classes from './invitations.module.css'
import type { InviteResult } from './invite-all.ts'

interface InviteResultsProps {
  readonly results: readonly InviteResult[]
  readonly onClose: () => void
}

const summary = (invited: number, all: number): string => {
  if (invited === all) return all === 1 ? 'The invitation is on its way.' : `All ${all} invitations are on their way.`
  return `${invited} of ${all} invitations are on their way.`
}

/** What became of each address. */
export const InviteResults = ({ results, onClose }: InviteResultsProps) => {
  const invited = results.filter(({ failure }) => failure === null).length
  return (
    <Stack>
      <Text size="sm" role="status">
        {summary(invited, results.length)}
      </Text>
      <ul className={classes.results}>
        {results.map(({ email, failure }) => (
          <li key={email} className={classes.result} data-failed={failure !== null || undefined}>
            {failure === null ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
            <span>
              <strong>{email}</strong>
              <br />
              {failure ?? 'Invited'}
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
