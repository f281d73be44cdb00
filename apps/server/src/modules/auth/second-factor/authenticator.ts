import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Ids } from '#server/runtime.ts'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Codes of the step before and after count, too: clocks differ, and typing takes time. */
const WINDOW = 1

/** A new secret, base32. */
export const newSecret = (ids: Pick<Ids, 'token'>): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(ids.token(SECRET_BYTES), 'base64url')).buffer }).base32

const generatorOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Cuvee', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

/** `otpauth://…`, which an authenticator app reads from a QR code. */
export const authenticatorUrl = (secret: string, email: string): string => generatorOf(secret, email).toString()

/** The time step whose code was given; null: a wrong code. `now`: epoch milliseconds. */
export const stepOfCode = (secret: string, code: string, now: number): number | null => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = generatorOf(secret, '').validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / (PERIOD_SECONDS * 1_000)) + delta
}

const RECOVERY_CODES = 10
const CODE_BYTES = 16
/** Base32 as Crockford writes it: nothing that looks like something else. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Codes of 80 random bits, such as `4ht9-x2ke-77pm-zq0c`. */
export const newRecoveryCodes = (ids: Pick<Ids, 'token'>): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...Buffer.from(ids.token(CODE_BYTES), 'base64url')].map((byte) => ALPHABET[byte % 32] ?? '')
    return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
  })

/** What the database stores of a recovery code, however it was typed. That many random bits need no slow hash. */
export const hashRecoveryCode = (code: string): string => {
  const letters = code
    .toLowerCase()
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
    .replace(/[^0-9a-z]/g, '')
  return createHash('sha256').update(`recovery-code:${letters}`).digest('base64url')
}
