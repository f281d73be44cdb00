import { Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { DialogButtons } from '#web/app/dialog.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { enterFullScreen } from './full-screen.ts'
import { writeWall } from './wall-address.ts'

interface WallDialogProps {
  /** the dashboard that is open */
  readonly slug: string
  readonly onClose: () => void
}

const SKELETON_HEIGHT = 120

const INTERVALS = [
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
]

/** What wall mode shows, and for how long. */
export const WallDialog = ({ slug, onClose }: WallDialogProps) => {
  const { queries } = useRuntime()
  const navigate = useNavigate()
  const query = useQuery(queries.dashboardSharing.visible.queryOptions())
  const [slugs, setSlugs] = useState<string[]>([slug])
  const [seconds, setSeconds] = useState('30')
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    enterFullScreen()
    void navigate({ to: '/wall', search: writeWall({ slugs, seconds: Number(seconds) }) })
  }
  return (
    <Modal opened onClose={onClose} title="Wall mode">
      <Stack component="form" onSubmit={handleSubmit}>
        <Text size="sm">
          Shows your dashboards full screen in large type, updated after each sync. Press Escape to leave. Anyone at the
          screen can use your account; in public places, use a view link instead.
        </Text>
        <QueryContent query={query} height={SKELETON_HEIGHT}>
          {(dashboards) => (
            <Checkbox.Group label="Dashboards" value={slugs} onChange={setSlugs}>
              <Stack gap={8} mt={8} mah={240} style={{ overflowY: 'auto' }}>
                {dashboards.map((one) => (
                  <Checkbox
                    key={one.slug}
                    value={one.slug}
                    label={one.ownerName === null ? one.name : `${one.name} (${one.ownerName})`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        </QueryContent>
        <NativeSelect
          label="Show each screen for"
          value={seconds}
          data={INTERVALS}
          onChange={({ currentTarget }) => setSeconds(currentTarget.value)}
        />
        <DialogButtons
          confirm="Start wall mode"
          isBusy={false}
          disabled={slugs.length === 0}
          focus="confirm"
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  )
}
