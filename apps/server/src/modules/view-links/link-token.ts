import { createHash } from 'node:crypto'
import type { Ids } from '#server/runtime.ts'

const TOKEN_BYTES = 32
/** As `Ids.token` writes that many bytes. */
const TOKEN = /^[\w-]{43}$/

/** What the database stores of a token; null for a text that is none. */
export const linkTokenHash = (token: string): string | null =>
  TOKEN.test(token) ? createHash('sha256').update(`view-link:${token}`).digest('base64url') : null

export const newLinkToken = (ids: Pick<Ids, 'token'>): { readonly token: string; readonly hash: string } => {
  const token = ids.token(TOKEN_BYTES)
  return { token, hash: linkTokenHash(token) ?? '' }
}

/** The token follows `#`, which browsers send to no server and in no Referer header. */
export const viewUrl = (publicUrl: string, token: string): string => `${publicUrl}/view#${token}`
