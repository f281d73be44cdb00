import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SignedInSession } from '#contract/users.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import { type DeviceKind, parseDevice } from './device.ts'
import classes from './session-list.module.css'

/** Signs out all other sessions after confirmation. */
const useEndOtherSessions = () => {
  const { api, queries, queryClient } = useRuntime()
  const end = useChange(() => api.users.endOtherSessions(), {
    refresh: () => queryClient.invalidateQueries({ queryKey: queries.users.sessions.key() }),
    done: 'Signed out everywhere else',
    failed: 'Something went wrong. Please try again.',
  })
  const ask = (): void =>
    askToConfirm({
      title: 'Sign out everywhere else?',
      text: 'You’ll stay signed in here. All other browsers and devices will be signed out, and unsaved changes there will be lost.',
      confirm: 'Sign out everywhere else',
      onConfirm: () => end.mutate(),
    })
  return { ask, isPending: end.isPending }
}

/** Ends one session. */
const useEndSession = () => {
  const { api, queries, queryClient } = useRuntime()
  return useChange(api.users.endSession, {
    refresh: () => queryClient.invalidateQueries({ queryKey: queries.users.sessions.key() }),
    done: 'Signed out on that device',
  })
}

/** Sessions shown; more than any user has in practice. */
export const MAX_SHOWN = 100

const ICONS = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  computer: IconDeviceDesktop,
  program: IconTerminal2,
} as const satisfies Record<DeviceKind, unknown>

/** The user's sessions, with a button to sign out all others. Children are placed next to it. */
export const SessionList = ({ children }: { children: ReactNode }) => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    queries.users.sessions.queryOptions({ input: { page: 1, pageSize: MAX_SHOWN } }),
  )
  const end = useEndOtherSessions()
  const endOne = useEndSession()
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={120} radius="md" />
  const more = data.total - data.items.length
  return (
    <Stack gap="sm">
      <ul className="bare-list">
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session}>
            {!session.isCurrent && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={endOne.isPending && endOne.variables.sessionId === session.id}
                onClick={() => endOne.mutate({ sessionId: session.id })}
              >
                Sign out
              </Button>
            )}
          </SessionRow>
        ))}
      </ul>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          And {more} more.
        </Text>
      )}
      {data.total === 1 && (
        <Text size="sm" c="dimmed">
          No other active sessions.
        </Text>
      )}
      <Group gap="xs">
        {data.total > 1 && (
          <Button variant="default" loading={end.isPending} onClick={end.ask}>
            Sign out everywhere else
          </Button>
        )}
        {children}
      </Group>
    </Stack>
  )
}

/** A session, with what can be done about it. */
export const SessionRow = ({ session, children }: { session: SignedInSession; children: ReactNode }) => {
  const { ip, userAgent, isCurrent, lastUsedUtc, createdDateUtc } = session
  const { words, kind } = parseDevice(userAgent)
  const Icon = ICONS[kind]
  return (
    <li className={classes.session}>
      <Icon size={22} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <span className={classes.device}>
          {words}
          {isCurrent && (
            <Badge size="sm" variant="light" color="wine" tt="none">
              This session
            </Badge>
          )}
        </span>
        <span className={classes.facts}>
          <span>{ip === null ? 'Unknown IP address' : `From ${ip}`}</span>
          <span>
            Signed in <RelativeTime instant={createdDateUtc} />
          </span>
          <span>{isCurrent ? 'Active now' : <LastUsed instant={lastUsedUtc} />}</span>
        </span>
      </div>
      {children}
    </li>
  )
}

const LastUsed = ({ instant }: { instant: string }) => (
  <>
    Last used <RelativeTime instant={instant} />
  </>
)
