import { Outlet } from '@tanstack/react-router'
import { IdleGuard } from '../idle/idle-guard.tsx'
import { usePageArrival } from './use-page-arrival.ts'

/** Above every layout: the window's title, where the focus goes on arrival, and the idle sign-out. */
export const RootLayout = () => {
  usePageArrival()
  return (
    <>
      <IdleGuard />
      <Outlet />
    </>
  )
}
