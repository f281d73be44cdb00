import type { ReactNode } from 'react'
import type { Account } from '#contract/account.ts'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount } from './account-data.ts'
import { useCurrentUser } from './current-user.ts'

interface ReaderFormatsProps {
  /** absent: the signed-in user's; renders nothing until it is loaded */
  readonly account?: Account
  readonly children: ReactNode
}

/** Provides the number and date formats of the user, in the account's currency and time zone. */
export const ReaderFormats = ({ account: given, children }: ReaderFormatsProps) => {
  const loaded = useAccount()
  const user = useCurrentUser()
  const account = given ?? loaded
  if (account === null) return null
  const { currency, timeZone } = account
  return (
    <FormatsProvider culture={user?.culture ?? account.culture} currency={currency} timeZone={timeZone}>
      {children}
    </FormatsProvider>
  )
}
