import type { ReactNode } from 'react'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount, useCulture } from './account-data.ts'

/** Provides the user's number and date formats; renders nothing until they are loaded. */
export const ReaderFormats = ({ children }: { children: ReactNode }) => {
  const account = useAccount()
  const culture = useCulture()
  if (account === null || culture === undefined) return null
  const { currency, timeZone } = account
  return (
    <FormatsProvider culture={culture} currency={currency} timeZone={timeZone}>
      {children}
    </FormatsProvider>
  )
}
