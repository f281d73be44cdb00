import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'

/** Marks a dashboard that people can open without signing in. */
export const PublicLinkBadge = () => (
  <Badge size="sm" variant="light" tt="none" ml={8}>
    Public link
  </Badge>
)

/** On the page of such a dashboard, and what an edit there means. */
export const PublicLinkNotice = ({ slug, canEdit }: { slug: string; canEdit: boolean }) => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.dashboardSharing.visible.queryOptions())
  if (!data?.some((one) => one.slug === slug && one.hasViewLink)) return null
  return (
    <span role="status">
      <PublicLinkBadge /> {canEdit ? 'Anyone with the link sees what you save.' : null}
    </span>
  )
}
