import { useParams } from '@tanstack/react-router'
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx'

/** The dashboard named in the address, or the default one. */
export const DashboardPage = () => {
  const { slug } = useParams({ strict: false })
  return <DashboardScreen slug={slug ?? null} />
}
