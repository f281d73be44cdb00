import type { VisibleDashboard } from '#contract/dashboard-sharing.ts'

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
export const audienceText = ({ isPublic, sharedWith }: Pick<VisibleDashboard, 'isPublic' | 'sharedWith'>): string => {
  if (isPublic) return 'Everyone'
  return sharedWith === 0 ? 'Only the owner' : people(sharedWith)
}

export const ACCESS_LABELS: Readonly<Record<VisibleDashboard['access'], string>> = {
  owner: 'Owner',
  edit: 'Can edit',
  view: 'Can view',
}
