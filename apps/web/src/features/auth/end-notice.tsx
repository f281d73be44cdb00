import { useLocation } from '@tanstack/react-router'
import type { EndReason } from '#web/api/session/session-channel.ts'
import { Notice } from '#web/app/notice.tsx'

const ENDED = 'It expired or was ended on another device. Sign in again to continue.'

const TEXTS: Readonly<Record<EndReason, { readonly title: string; readonly text: string } | null>> = {
  'signed-out': null,
  idle: {
    title: 'You were signed out',
    text: 'You were inactive for 30 minutes. Sign in again to continue where you left off.',
  },
  forbidden: {
    title: 'Your access has changed',
    text: 'Your role no longer includes what was open. Sign in again to continue with your current role.',
  },
  expired: { title: 'Your session has ended', text: ENDED },
  unrefreshable: { title: 'Your session has ended', text: ENDED },
  elsewhere: { title: 'You were signed out', text: 'You signed out in another tab.' },
}

/** On the sign-in page: why the session ended, unless the user signed out here. */
export const EndNotice = () => {
  const reason = useLocation({ select: ({ state }) => state.endReason })
  const notice = reason === undefined ? null : TEXTS[reason]
  if (notice === null) return null
  return (
    <Notice role="status" title={notice.title}>
      {notice.text}
    </Notice>
  )
}
