import type { TokenInfo, User } from '#contract/auth.ts'
import { parseJson } from '#domain/text.ts'
import { isObject } from '../json.ts'

/** The stored session of a tab. `expires` is seconds since epoch, null when missing or invalid. */
export interface StoredSession {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expires: number | null
  readonly user: User | null
}

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const STORED_KEYS = {
  accessToken: 'access_token',
  user: 'user',
  refreshToken: 'refresh_token',
  tokenExpiry: 'token_expiry',
  sideBarCollapsed: 'sideBar-collapsed',
} as const

const isUser = (value: unknown): value is User => isObject(value) && 'id' in value && Array.isArray(value.roles)

const readUser = (text: string | null): User | null => {
  const value = parseJson(text ?? '')
  return isUser(value) ? value : null
}

const readExpiry = (text: string | null): number | null => {
  const seconds = Number(text)
  return text?.trim() && Number.isFinite(seconds) ? seconds : null
}

/** The session of this tab, or null when there is no access token. */
export const readSession = (storage: SessionStorage): StoredSession | null => {
  const accessToken = storage.getItem(STORED_KEYS.accessToken)
  if (!accessToken) return null
  return {
    accessToken,
    refreshToken: storage.getItem(STORED_KEYS.refreshToken),
    expires: readExpiry(storage.getItem(STORED_KEYS.tokenExpiry)),
    user: readUser(storage.getItem(STORED_KEYS.user)),
  }
}

export const writeSession = (storage: SessionStorage, tokens: TokenInfo, user: User): void => {
  storage.setItem(STORED_KEYS.accessToken, tokens.access_token)
  storage.setItem(STORED_KEYS.refreshToken, tokens.refresh_token)
  storage.setItem(STORED_KEYS.tokenExpiry, String(tokens.expires))
  storage.setItem(STORED_KEYS.user, JSON.stringify(user))
}

export const writeUser = (storage: SessionStorage, user: User): void =>
  storage.setItem(STORED_KEYS.user, JSON.stringify(user))

/** Removes tokens, user and the sidebar preference. */
export const clearSession = (storage: SessionStorage): void => {
  for (const key of Object.values(STORED_KEYS)) storage.removeItem(key)
}
