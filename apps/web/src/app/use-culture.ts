import { useAccount } from './account-data.ts'
import { useCurrentUser } from './current-user.ts'

/** How the user reads dates and numbers: by their own choice, else the account's; undefined until it is known. */
export const useCulture = (): string | undefined => {
  const accountCulture = useAccount()?.culture
  return useCurrentUser()?.culture ?? accountCulture
}
