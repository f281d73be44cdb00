import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ERRORS } from '#contract/errors.ts'

/** For administrators of an account whose data does not come from anywhere yet. */
export const NoServicesNotice = () => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="You're almost ready to go">
    <Anchor component={Link} to="/admin/services" c="inherit" underline="always" size="sm">
      No services are configured yet. Click to add a service.
    </Anchor>
  </Alert>
)

/** After a save met a newer version: nothing is lost until the reader chooses. */
export const StaleNotice = ({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) => (
  <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title="Not saved">
    <Group gap="sm" justify="space-between">
      <span>{ERRORS['dashboard.stale'][1]} Your unsaved changes stay here until you reload.</span>
      <Button size="xs" variant="default" onClick={onReload} loading={isBusy}>
        Reload
      </Button>
    </Group>
  </Alert>
)
