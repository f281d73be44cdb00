import { z } from 'zod'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import type { AdminApi } from './admin-api.ts'
import { type ProtectedData, protectedProbe } from './queries.ts'

/**
 * Shopify shows customer data only to apps that it approved for it: names, emails and addresses apart from the customers
 * themselves. For other apps it returns errors with incomplete data, and an export fails as a whole.
 */
const KINDS = ['customers', 'names', 'emails', 'addresses'] as const satisfies readonly (keyof ProtectedData)[]

export const ALL_DATA: ProtectedData = { customers: true, names: true, emails: true, addresses: true }
const NONE: ProtectedData = { customers: false, names: false, emails: false, addresses: false }

const tryToRead = (api: AdminApi, wanted: ProtectedData): Promise<unknown> =>
  api.ask(protectedProbe(wanted), {}, z.object({ orders: z.unknown() }), 'The permission to see customers')

const canRead = async (api: AdminApi, wanted: ProtectedData): Promise<boolean> => {
  try {
    await tryToRead(api, wanted)
    return true
  } catch (error) {
    if (isPlatformRefusal(error)) return false
    throw error
  }
}

/** What the app may read of customers, found by trying. Throws if it may not read orders at all. */
export const readableData = async (api: AdminApi): Promise<ProtectedData> => {
  if (await canRead(api, ALL_DATA)) return ALL_DATA
  await tryToRead(api, NONE)
  const readable = { ...NONE }
  // Customers come first: the other kinds are read with them.
  for (const kind of KINDS)
    readable[kind] = await canRead(api, { ...NONE, customers: readable.customers, [kind]: true })
  return readable
}

const LOST: Readonly<Record<keyof ProtectedData, string>> = {
  customers: 'Customers aren’t synced, and orders have no customer',
  names: 'Customers and orders have no customer names',
  emails: 'Customers have no email addresses',
  addresses: 'Orders and customers have no places, such as states',
}

/** One sentence for each kind of data that is left out. */
export const protectedDataWarnings = (readable: ProtectedData): string[] => {
  const hidden = KINDS.filter((kind) => !readable[kind])
  const named = hidden.includes('customers')
    ? hidden.filter((kind) => kind === 'customers' || kind === 'addresses')
    : hidden
  return named.map(
    (kind) =>
      `${LOST[kind]}: Shopify doesn’t show them to this app. Request protected customer data in the app’s settings.`,
  )
}
