import { Loader, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense } from 'react'
import { isPlainClick } from '#ui/page-link.tsx'

const Markdown = lazy(async () => ({ default: (await import('./safe-markdown.tsx')).SafeMarkdown }))
const MarkdownLine = lazy(async () => ({ default: (await import('./safe-markdown.tsx')).SafeMarkdownLine }))

/** The path of a clicked link if it is internal and opens in this tab. */
const ownPath = (event: MouseEvent): string | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target !== '' || link.origin !== location.origin || !isPlainClick(event)) return null
  return `${link.pathname}${link.search}${link.hash}`
}

interface NotificationContentProps {
  readonly content: string | null
  /** an internal link was followed */
  readonly onLeave?: () => void
}

/** A notification's content; internal links navigate within the app. */
export const NotificationContent = ({ content, onLeave }: NotificationContentProps) => {
  const router = useRouter()
  const handleClick = (event: MouseEvent): void => {
    const path = ownPath(event)
    if (path === null) return
    event.preventDefault()
    onLeave?.()
    router.history.push(path)
  }
  if (!content) {
    return (
      <Text size="sm" c="dimmed">
        No further details.
      </Text>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles bubbled clicks of the links inside, which Enter also triggers
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={handleClick}>
      <Suspense fallback={<Loader size="sm" />}>
        <Markdown text={content} />
      </Suspense>
    </div>
  )
}

/** A notification's subject as Markdown; lists show it as plain text. */
export const NotificationSubject = ({ subject }: { subject: string | null }) =>
  subject === null || subject === '' ? (
    'No subject'
  ) : (
    <Suspense fallback={subject}>
      <MarkdownLine text={subject} />
    </Suspense>
  )
