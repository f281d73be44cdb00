import { Loader, Progress } from '@mantine/core'
import { firstLoadShare, firstLoadText, useAccountStatus } from '../account-data.ts'
import { Notice } from '../notice.tsx'
import { usePage } from '../use-page.ts'

/** Shows the progress of the account's first load; not on the pages of services, which show it themselves. */
export const FirstLoadBanner = () => {
  const load = useAccountStatus()?.firstLoad ?? null
  const { path } = usePage()
  if (load === null || path.startsWith('/admin/services')) return null
  const share = firstLoadShare(load)
  return (
    <Notice role="status" title={firstLoadText(load)} icon={<Loader size={18} aria-hidden />}>
      Numbers appear here as soon as they’re loaded.
      <Progress mt={8} size="sm" value={share ?? 100} animated={share === null} aria-label="Data loaded" />
    </Notice>
  )
}
