import { Anchor, Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { heads, Listing, wide } from '#web/app/listing.tsx'
import { PublicLinkBadge } from './public-link.tsx'

/** Dashboards with owner and access. */
export const DashboardTable = ({ dashboards }: { dashboards: readonly VisibleDashboard[] }) => {
  const formats = useFormats()
  return (
    <Listing
      caption="Dashboards"
      heads={heads('Name', 'Owner', wide('Your access'), wide('Shared with'), wide('Last modified'))}
    >
      {dashboards.map((dashboard) => (
        <tr key={dashboard.slug}>
          <td className={listing.name}>
            <Anchor component={Link} to={`/dashboard/${encodeURIComponent(dashboard.slug)}`} size="sm" fw={600}>
              {dashboard.name}
            </Anchor>
            {dashboard.isDefault ? (
              <Badge size="sm" variant="default" tt="none" ml={8}>
                Default
              </Badge>
            ) : null}
            {dashboard.hasViewLink ? <PublicLinkBadge /> : null}
            {dashboard.description ? <span className={listing.second}>{dashboard.description}</span> : null}
          </td>
          <td>{dashboard.ownerName ?? 'You'}</td>
          <td className={listing.wideOnly}>{ACCESS_LABELS[dashboard.access]}</td>
          <td className={listing.wideOnly}>{audienceText(dashboard)}</td>
          <td className={`${listing.when} ${listing.wideOnly}`}>{formats.instant(dashboard.updatedDateUtc)}</td>
        </tr>
      ))}
    </Listing>
  )
}

/** Dashboards whose name, description and owner together contain every word of the search, in any case. */
export const matchingDashboards = (dashboards: readonly VisibleDashboard[], search: string): VisibleDashboard[] => {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return dashboards.filter(({ name, description, ownerName }) => {
    const text = [name, description, ownerName ?? 'You'].join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Who besides the owner can open a dashboard. */
export const audienceText = ({
  isPublic,
  sharedWith,
  hasViewLink,
}: Pick<VisibleDashboard, 'isPublic' | 'sharedWith' | 'hasViewLink'>): string => {
  if (hasViewLink) return 'Anyone with the link'
  if (isPublic) return 'Everyone'
  return sharedWith === 0 ? 'Only the owner' : people(sharedWith)
}

const ACCESS_LABELS: Readonly<Record<VisibleDashboard['access'], string>> = {
  owner: 'Owner',
  edit: 'Can edit',
  view: 'Can view',
}
