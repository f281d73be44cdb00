import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ERRORS } from '#contract/errors.ts'
import { Notice } from '#web/app/notice.tsx'

/** For administrators of an account without services. */
export const NoServicesNotice = () => (
  <Notice tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />} title="You're almost ready to go">
    <Anchor component={Link} to="/admin/services" c="inherit" underline="always" size="sm">
      No services are configured yet. Click to add a service.
    </Anchor>
  </Notice>
)

/** After a save conflicted with a newer version: the unsaved changes stay until the user reloads. */
export const StaleNotice = ({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) => (
  <Notice
    tone="bad"
    role="alert"
    icon={<IconAlertTriangle size={18} aria-hidden />}
    title="Changes not saved"
    action={
      <Button size="xs" variant="default" onClick={onReload} loading={isBusy}>
        Reload
      </Button>
    }
  >
    {ERRORS['dashboard.stale'][1]} Your unsaved changes stay here until you reload.
  </Notice>
)
