import { Button, Loader, Progress } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconMailCheck, IconMailOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/auth.ts'
import { hasNoEmail } from '#domain/field-rules.ts'
import { STORED_KEYS } from '#web/api/session/stored-session.ts'
import { DeletionBanner } from '#web/features/account-deletion/deletion-banner.tsx'
import { RebuildBanner } from '#web/features/account-settings/rebuild-banner.tsx'
import { type OpenPalette, PaletteHost } from '#web/features/ask/palette-host.tsx'
import { CalendarNotesProvider } from '#web/features/calendar/calendar-notes-provider.tsx'
import { DataProblemBanner } from '#web/features/data-health/data-problem-banner.tsx'
import { LineageHost } from '#web/features/number-lineage/lineage-host.tsx'
import { firstLoadShare, firstLoadText, useAccount, useAccountQuery, useAccountStatus } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { useDataUpdates } from '../data-updates.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Notice } from '../notice.tsx'
import { OfflineBanner } from '../offline/offline-banner.tsx'
import { useRuntime } from '../runtime.tsx'
import { toast } from '../toast.ts'
import { usePage } from '../use-page.ts'
import { BottomTabs } from './bottom-tabs.tsx'
import classes from './frame.module.css'
import { FrameFooter } from './frame-footer.tsx'
import { FrameHeader } from './frame-header.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { PlanGate } from './plan-gate.tsx'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { Sidebar } from './sidebar.tsx'
import { useBootPageRemoval, useStartup } from './use-startup.ts'

/** Asks a user to verify their email address; disappears once it is verified in any window. */
const VerificationBanner = () => {
  const user = useCurrentUser()
  if (!user || user.emailVerified) return null
  return hasNoEmail(user) ? <NoEmailBanner /> : <Banner user={user} />
}

const NoEmailBanner = () => (
  <Notice
    tone="warning"
    icon={<IconMailOff size={20} stroke={1.5} aria-hidden />}
    action={
      <Button variant="default" size="xs" component={Link} to="/profile">
        Enter an address
      </Button>
    }
  >
    Someone else confirmed the email address you entered. Enter another one to receive email.
  </Notice>
)

const Banner = ({ user }: { user: User }) => {
  const { queries } = useRuntime()
  const request = useMutation(
    queries.auth.requestEmailVerification.mutationOptions({
      onSuccess: () => toast.success('Email sent'),
      onError: () => toast.failure('Unable to send email. Please try again later.'),
    }),
  )
  return (
    <Notice
      icon={<IconMailCheck size={20} stroke={1.5} aria-hidden />}
      action={
        <Button variant="default" size="xs" loading={request.isPending} onClick={() => request.mutate(undefined)}>
          Resend email
        </Button>
      }
    >
      We sent a link to <span className="email">{user.email}</span>. Open it to confirm your email address.
    </Notice>
  )
}

/** Shows the progress of the account's first load; not on the pages of services, which show it themselves. */
const FirstLoadBanner = () => {
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

const NavDrawer = lazyPart(() => import('./nav-drawer.tsx').then((module) => module.NavDrawer))

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
  const accountType = useAccountQuery().data?.accountType
  useEffect(() => {
    if (!user) tracker.identify(null)
    else if (accountType) {
      tracker.identify({ userId: user.id, accountId: user.accountId, accountType, roles: user.roles })
    }
  }, [tracker, user, accountType])
}

/** What the frame keeps up to date and draws nothing of, in a part of its own so that the frame is not rendered again. */
const FrameData = () => {
  // Subscribed here, since a query is canceled when its last observer unmounts.
  useAccount()
  useDataUpdates()
  useIdentify()
  return null
}

/** The signed-in layout: sidebar, header, page, footer, and an overlay until the initial data is loaded. */
export const DashboardLayout = () => {
  const user = useCurrentUser()
  return user ? <LoadedFrame /> : null
}

const LoadedFrame = () => {
  const sent = useStartup()
  return (
    <>
      <LoaderOverlay />
      {sent && <PaletteHost>{(openPalette) => <Frame openPalette={openPalette} />}</PaletteHost>}
    </>
  )
}

/** Where the sidebar is next to the page; elsewhere the menu opens it. As in frame.module.css. */
const WIDE = '(min-width: 62em)'

const Frame = ({ openPalette }: { openPalette: OpenPalette }) => {
  useBootPageRemoval()
  const [collapsed, setCollapsed] = useSideBarCollapsed()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const [menuOpened, menu] = useDisclosure(false)
  const [wasMenuOpened, setMenuOpened] = useState(false)
  if (menuOpened && !wasMenuOpened) setMenuOpened(true)
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeLoad', menu.close), [router, menu.close])
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <FrameData />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      {isWide ? (
        <div className={classes.sidebar} inert={collapsed}>
          <Sidebar />
        </div>
      ) : null}
      {wasMenuOpened ? (
        <Suspense fallback={null}>
          <NavDrawer opened={menuOpened} onClose={menu.close} />
        </Suspense>
      ) : null}
      <div className={classes.column}>
        <FrameHeader
          collapsed={collapsed}
          onToggleSideBar={() => setCollapsed(!collapsed)}
          menuOpened={menuOpened}
          onOpenMenu={menu.open}
          onOpenPalette={openPalette}
        />
        <PullToRefresh />
        <OfflineBanner />
        <main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.banners}>
            <VerificationBanner />
            <PlanBanner />
            <DeletionBanner />
            <DataProblemBanner />
            <RebuildBanner />
            <FirstLoadBanner />
          </div>
          <PlanGate>
            <CalendarNotesProvider>
              <Outlet />
            </CalendarNotesProvider>
          </PlanGate>
          <LineageHost />
        </main>
        <FrameFooter />
        <BottomTabs onAsk={openPalette} />
      </div>
    </div>
  )
}
