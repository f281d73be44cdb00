import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ERRORS } from '#contract/errors.ts'
import classes from './dashboard-screen.module.css'

/** For administrators of an account whose data does not come from anywhere yet. */
export const NoServicesNotice = () => (
  <Alert
    color="yellow"
    p="sm"
    icon={<IconAlertTriangle size={18} />}
    title="You're almost ready to go"
    classNames={{ root: classes.warning, title: classes.noticeTitle, icon: classes.noticeIcon }}
  >
    <Anchor component={Link} to="/admin/services" c="inherit" underline="always" size="sm">
      No services are configured yet. Click to add a service.
    </Anchor>
  </Alert>
)

/** After a save met a newer version: nothing is lost until the reader chooses. */
export const StaleNotice = ({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) => (
  <Alert
    color="red"
    p="sm"
    role="alert"
    icon={<IconAlertTriangle size={18} />}
    title="Not saved"
    classNames={{ title: classes.noticeTitle }}
  >
    <Group gap="sm" justify="space-between">
      <span>{ERRORS['dashboard.stale'][1]} Your unsaved changes stay here until you reload.</span>
      <Button size="xs" variant="default" onClick={onReload} loading={isBusy}>
        Reload
      </Button>
    </Group>
  </Alert>
)
