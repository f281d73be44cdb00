import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClockPause, IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { Notice } from '#web/app/notice.tsx'
import { needsEditing } from './state/service-state.ts'

/** A service's problem and its remedy; nothing when there is none. */
export const ServiceProblem = ({ service }: { service: Service }) => {
  const { id, state, problem } = service
  if (problem === null) return null
  if (needsEditing(service)) {
    return (
      <Notice tone="bad" icon={<IconKey size={18} aria-hidden />} action={<EditButton id={id} />}>
        {problem}
      </Notice>
    )
  }
  const isWaiting = state === 'waiting'
  const Icon = isWaiting ? IconClockPause : IconAlertTriangle
  return (
    <Notice tone={isWaiting ? 'warning' : 'bad'} icon={<Icon size={18} aria-hidden />}>
      {problem}
    </Notice>
  )
}

const EditButton = ({ id }: { id: string }) => (
  <Button component={Link} to={`/admin/services/${id}/edit`} size="xs" variant="default">
    Edit connection
  </Button>
)
