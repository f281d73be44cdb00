import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { withModals } from '#web/app/modals.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { PinForm } from './pin-form.tsx'
import type { PinSubject } from './pin-subject.ts'

interface PinDialogProps {
  readonly subject: PinSubject
  readonly onOpen: (slug: string) => void
  readonly onClose: () => void
}

/** Which dashboard, as what, and linked or not; then a link to the dashboard. */
const PinDialog = ({ subject, onOpen, onClose }: PinDialogProps) => {
  const { queries } = useRuntime()
  const catalog = useQuery(queries.reports.catalog.queryOptions())
  const dashboards = useQuery(queries.dashboards.list.queryOptions())
  const [pinned, setPinned] = useState<Dashboard | null>(null)
  if (pinned !== null) return <Pinned dashboard={pinned} onOpen={() => onOpen(pinned.slug)} onClose={onClose} />
  const error = catalog.error ?? dashboards.error
  if (error !== null) {
    const retry = () => Promise.all([catalog, dashboards].filter(({ isError }) => isError).map((one) => one.refetch()))
    return <LoadFailure error={error} onRetry={retry} />
  }
  if (!catalog.data || !dashboards.data) return <Skeleton height={280} radius="md" aria-label="Loading" />
  return <PinForm {...{ subject, onClose }} catalog={catalog.data} dashboards={dashboards.data} onPinned={setPinned} />
}

interface PinnedProps {
  readonly dashboard: Dashboard
  readonly onOpen: () => void
  readonly onClose: () => void
}

const Pinned = ({ dashboard, onOpen, onClose }: PinnedProps) => (
  <Stack gap="lg">
    <Text size="sm" role="status">
      Added to “{dashboard.name}”.
    </Text>
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button
        data-autofocus
        onClick={() => {
          onClose()
          onOpen()
        }}
      >
        Open dashboard
      </Button>
    </Group>
  </Stack>
)

/** Opens the dialog that adds a report to a dashboard. */
export const openPinDialog = (subject: PinSubject, onOpen: PinDialogProps['onOpen']): void => {
  const id = 'pin'
  void withModals((modals) =>
    modals.open({
      modalId: id,
      title: 'Pin to dashboard',
      children: <PinDialog {...{ subject, onOpen }} onClose={() => modals.close(id)} />,
    }),
  )
}
