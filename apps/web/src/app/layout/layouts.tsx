import { Button, Stack, Text, Title } from '@mantine/core'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type SVGProps, useCallback } from 'react'
import { FollowLinkProvider } from '#ui/page-link.tsx'
import { useIsPermitted } from '../current-user.ts'
import { IdleGuard } from '../idle/idle-guard.tsx'
import { usePageArrival } from '../use-page.ts'
import classes from './layouts.module.css'
import { useBootPageRemoval } from './use-startup.ts'

/**
 * The wordmark: the icon in the accent color, then the product name in the current text color.
 */
export const Wordmark = (props: SVGProps<SVGSVGElement>) => (
  <svg viewBox="0 0 106 32" height={28} role="img" aria-label="Cuvee" {...props}>
    <rect width="32" height="32" rx="8" fill="#8B1E3F" />
    <path d="M22.4 11.2a8 8 0 1 0 0 9.6" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="22.6" cy="16" r="1.9" fill="#fff" />
    <text x="42" y="23" fontSize="21" fontWeight="600" letterSpacing="-0.4" fill="currentColor">
      Cuvee
    </text>
  </svg>
)

/** Full height, with one centered panel. */
export const CenteredLayout = () => {
  useBootPageRemoval()
  return (
    <main id="main" tabIndex={-1} className={classes.centered}>
      <Wordmark height={32} />
      <div className={classes.panel}>
        <Outlet />
      </div>
    </main>
  )
}

/** Full height, without navigation. */
export const PlainLayout = () => {
  useBootPageRemoval()
  return (
    <main id="main" tabIndex={-1} className={classes.plain}>
      <Outlet />
    </main>
  )
}

/** The root of all layouts: window title, focus on navigation, and the idle sign-out. */
export const RootLayout = () => {
  usePageArrival()
  const { history } = useRouter()
  const follow = useCallback((href: string) => history.push(href), [history])
  // The links of tables lead to pages of reports.
  const mayFollow = useIsPermitted('reports')
  return (
    <FollowLinkProvider follow={mayFollow ? follow : 'none'}>
      <IdleGuard />
      <Outlet />
    </FollowLinkProvider>
  )
}

/** Shown when a page fails to render, usually because its script could not be fetched. */
export const RouteError = () => {
  useBootPageRemoval()
  return (
    <Stack component="main" align="center" justify="center" mih="100dvh" gap="md" p="md" ta="center">
      <Title order={1}>This page couldn’t be displayed</Title>
      <Text c="dimmed">Check your connection, then reload the page.</Text>
      <Button onClick={() => window.location.reload()}>Reload page</Button>
    </Stack>
  )
}
