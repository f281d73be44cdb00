import { createHash } from 'node:crypto'
import type { Ids } from '#server/runtime.ts'

/** What a token opens. A token of one kind opens nothing of another. */
export type LinkKind = 'view-link' | 'report-link'

const TOKEN_BYTES = 32
/** As `Ids.token` writes that many bytes. */
const TOKEN = /^[\w-]{43}$/

/** What the database stores of a token; null for a text that is none. */
export const linkTokenHash = (kind: LinkKind, token: string): string | null =>
  TOKEN.test(token) ? createHash('sha256').update(`${kind}:${token}`).digest('base64url') : null

export const newLinkToken = (
  kind: LinkKind,
  ids: Pick<Ids, 'token'>,
): { readonly token: string; readonly hash: string } => {
  const token = ids.token(TOKEN_BYTES)
  return { token, hash: linkTokenHash(kind, token) ?? '' }
}
