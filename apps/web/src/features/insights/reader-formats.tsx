import type { ReactNode } from 'react'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount, useCulture } from '#web/app/account-data.ts'

/** Numbers and days as the user reads them; what is below waits until that is known. */
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
