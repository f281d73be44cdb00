import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotBuiltPage } from './not-built-page.tsx'

interface ScreenModule {
  readonly DashboardScreen: ComponentType<{ slug: string | null }>
}

const [load] = Object.values(import.meta.glob<ScreenModule>('../../features/dashboard/dashboard-screen.tsx'))
const Screen = load ? lazy(async () => ({ default: (await load()).DashboardScreen })) : NotBuiltPage

/** The dashboard named in the address, or the default one. */
export const DashboardPage = () => {
  const { slug } = useParams({ strict: false })
  return (
    <Suspense fallback={null}>
      <Screen slug={slug ?? null} />
    </Suspense>
  )
}
