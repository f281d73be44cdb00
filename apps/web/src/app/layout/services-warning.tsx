import { Tooltip } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useAccountStatus } from '../account-data.ts'

const LABEL = 'No services are configured yet'

/** Marks the menu's Services item while the account has none. */
export const ServicesWarning = () => {
  const status = useAccountStatus()
  if (status?.currentServiceCount !== 0) return null
  return (
    <Tooltip label={LABEL}>
      <IconAlertTriangleFilled size={16} role="img" aria-label={LABEL} color="var(--cuvee-bad)" />
    </Tooltip>
  )
}
