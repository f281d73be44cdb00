import type { Location } from '#contract/account.ts'
import { failFields } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type AccountRow, updateAccount } from './accounts.repo.ts'
import { saveSettings } from './save-settings.usecases.ts'

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const demandCountry = (country: string | null): void => {
  if (country === null || (/^[A-Z]{2}$/.test(country) && REGIONS.of(country) !== undefined)) return
  throw failFields('request.invalid', [{ field: 'country', message: 'This country is not known' }])
}

export const presentLocation = ({ location, time_zone }: AccountRow): Location => ({
  addressLine1: location.addressLine1 ?? null,
  addressLine2: location.addressLine2 ?? null,
  city: location.city ?? null,
  state: location.state ?? null,
  postalCode: location.postalCode ?? null,
  country: location.country ?? null,
  timeZone: time_zone,
})

/** An address line that was emptied is none. */
const emptied = (text: string | null): string | null => text || null

/**
 * Takes the place of the whole address; the zone is the account's.
 *
 * @throws Failure `request.invalid` naming `country` or `timeZone`
 */
export const saveLocation = async (
  deps: Deps,
  caller: Parameters<typeof saveSettings>[1],
  { timeZone, ...address }: Location,
): Promise<AccountRow> => {
  demandCountry(emptied(address.country))
  const location = Object.fromEntries(Object.entries(address).map(([name, text]) => [name, emptied(text)]))
  return inTransaction(deps.db, async (db) => {
    await updateAccount(db, caller.accountId, { location: JSON.stringify(location) })
    return saveSettings({ ...deps, db }, caller, { timeZone })
  })
}
