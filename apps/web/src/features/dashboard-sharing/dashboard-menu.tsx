import { Menu } from '@mantine/core'
import { IconDeviceTv, IconMail, IconUsers } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { MoreMenu } from '#web/app/toolbar.tsx'

// They open on click only, so their code is loaded on demand.
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })))
const SchedulesPanel = lazy(() =>
  import('../reports/schedules/schedules-panel.tsx').then((module) => ({ default: module.DashboardSchedulesPanel })),
)
const WallDialog = lazy(() => import('../wall/wall-dialog.tsx').then((module) => ({ default: module.WallDialog })))

interface DashboardMenuProps {
  readonly dashboard: Pick<Dashboard, 'slug' | 'name' | 'isOwn'>
  /** items after its own */
  readonly children?: ReactNode
}

/** Actions on a dashboard besides editing it. */
export const DashboardMenu = ({ dashboard, children }: DashboardMenuProps) => {
  const [open, setOpen] = useState<'share' | 'send' | 'wall' | null>(null)
  const maySend = useIsPermitted('sharing')
  const close = () => setOpen(null)
  return (
    <>
      <MoreMenu subject="dashboard">
        {maySend && dashboard.isOwn ? (
          <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => setOpen('share')}>
            Share…
          </Menu.Item>
        ) : null}
        {maySend ? (
          <Menu.Item leftSection={<IconMail size={16} />} onClick={() => setOpen('send')}>
            Send on a schedule…
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconDeviceTv size={16} />} onClick={() => setOpen('wall')}>
          Wall mode…
        </Menu.Item>
        {children}
      </MoreMenu>
      <Suspense fallback={null}>
        {open === 'share' ? <ShareDialog dashboard={dashboard} onClose={close} /> : null}
        {open === 'send' ? <SchedulesPanel dashboard={dashboard} onClose={close} /> : null}
        {open === 'wall' ? <WallDialog slug={dashboard.slug} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
