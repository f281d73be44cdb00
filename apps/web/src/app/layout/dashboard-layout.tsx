import { Drawer, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { STORED_KEYS } from '#web/api/session/stored-session.ts'
import { DeletionBanner } from '#web/features/account-deletion/deletion-banner.tsx'
import { RebuildBanner } from '#web/features/account-settings/rebuild-banner.tsx'
import { PaletteHost } from '#web/features/ask/palette-host.tsx'
import { CalendarNotesProvider } from '#web/features/calendar/calendar-notes-provider.tsx'
import { DataProblemBanner } from '#web/features/data-health/data-problem-banner.tsx'
import { useAccount, useAccountStatus } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { useRuntime } from '../runtime.tsx'
import classes from './frame.module.css'
import { FrameFooter } from './frame-footer.tsx'
import { FrameHeader } from './frame-header.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { PlanGate } from './plan-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { useStartup } from './use-startup.ts'
import { VerificationBanner } from './verification-banner.tsx'

const isCollapsed = (): boolean => sessionStorage.getItem(STORED_KEYS.sideBarCollapsed) === 'true'

/** Whether the sidebar is collapsed; stored for this tab until sign-out, expanded by default. */
const useSideBarCollapsed = (): [collapsed: boolean, set: (collapsed: boolean) => void] => {
  const [collapsed, setCollapsed] = useState(isCollapsed)
  const set = (next: boolean) => {
    sessionStorage.setItem(STORED_KEYS.sideBarCollapsed, String(next))
    setCollapsed(next)
  }
  return [collapsed, set]
}

/** An overlay over the page while the app is loading. */
const LoaderOverlay = () => {
  const { loading } = useRuntime()
  const on = useSyncExternalStore(loading.subscribe, loading.isOn)
  if (!on) return null
  return (
    <div className={classes.veil} role="status" aria-label="Loading">
      <Loader />
    </div>
  )
}

/** Identifies the user to the tracker by ids, account type and roles only. */
const useIdentify = (): void => {
  const { tracker } = useRuntime()
  const user = useCurrentUser()
  const accountType = useAccount()?.accountType
  useEffect(() => {
    if (!user) tracker.identify(null)
    else if (accountType) {
      tracker.identify({ userId: user.id, accountId: user.accountId, accountType, roles: user.roles })
    }
  }, [tracker, user, accountType])
}

/** The signed-in layout: sidebar, header, page, footer, and an overlay until the initial data is loaded. */
export const DashboardLayout = () => {
  const user = useCurrentUser()
  return user ? <LoadedFrame /> : null
}

const LoadedFrame = () => {
  const sent = useStartup()
  useIdentify()
  return (
    <>
      <LoaderOverlay />
      {sent && <Frame />}
    </>
  )
}

const Frame = () => {
  const [collapsed, setCollapsed] = useSideBarCollapsed()
  const [menuOpened, menu] = useDisclosure(false)
  // Subscribed here, since a query is cancelled when its last observer unmounts.
  useAccount()
  useAccountStatus()
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeLoad', menu.close), [router, menu.close])
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className={classes.sidebar} inert={collapsed}>
        <Sidebar />
      </div>
      <Drawer.Root opened={menuOpened} onClose={menu.close} size="18rem" padding={0}>
        <Drawer.Overlay hiddenFrom="md" />
        <Drawer.Content hiddenFrom="md" aria-label="Menu">
          <Drawer.Body h="100%">
            <Sidebar onClose={menu.close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <div className={classes.column}>
        <PaletteHost>
          {(openPalette) => (
            <FrameHeader
              collapsed={collapsed}
              onToggleSideBar={() => setCollapsed(!collapsed)}
              menuOpened={menuOpened}
              onOpenMenu={menu.open}
              onOpenPalette={openPalette}
            />
          )}
        </PaletteHost>
        <main id="main" tabIndex={-1} className={classes.main}>
          <VerificationBanner />
          <PlanBanner />
          <DeletionBanner />
          <DataProblemBanner />
          <RebuildBanner />
          <PlanGate>
            <CalendarNotesProvider>
              <Outlet />
            </CalendarNotesProvider>
          </PlanGate>
        </main>
        <FrameFooter />
      </div>
    </div>
  )
}
