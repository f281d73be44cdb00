import { createHash } from 'node:crypto'

const GUEST = 'guest-'
const ID_LENGTH = 24

/** A guest without an account is known by the email address; an ID in a URL doesn't show it. */
export const guestId = (email: string): string =>
  GUEST + createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, ID_LENGTH)

export const isGuest = (customerId: string): boolean => customerId.startsWith(GUEST)
