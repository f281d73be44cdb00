import { z } from 'zod'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { type Commerce7Api, PAGE_BUDGET } from './commerce7-api.ts'

const SettingText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

const Setting = z.object({
  companyName: SettingText,
  websiteName: SettingText,
  title: SettingText,
  timeZone: SettingText,
  currency: SettingText,
})

// Documented lists wrap their records; a client of the API shows the settings without a list.
const Answer = z.union([z.object({ settings: z.tuple([Setting]) }).transform(({ settings: [only] }) => only), Setting])

/** What the tenant says about itself. */
export interface TenantSetting {
  readonly name: string | null
  readonly timeZone: string | null
  /** ISO 4217 */
  readonly currency: string
}

/** Throws `MalformedResponse` without a currency: amounts without one would be counted in the account's. */
export const readSetting = async (api: Commerce7Api): Promise<TenantSetting> => {
  const answer = Answer.safeParse(await api.get({ path: '/setting', budgets: [PAGE_BUDGET.name] }))
  if (!answer.success) throw new MalformedResponse('The tenant’s settings have an unexpected format')
  const { companyName, websiteName, title, timeZone, currency } = answer.data
  if (currency === null)
    throw new MalformedResponse('Commerce7 doesn’t say which currency the tenant sells in. Choose it in its settings.')
  if (!/^[A-Z]{3}$/.test(currency))
    throw new MalformedResponse(
      `The tenant’s currency in Commerce7 is “${currency.slice(0, 20)}”, which is not a currency code`,
    )
  return { name: companyName ?? websiteName ?? title, timeZone, currency }
}
