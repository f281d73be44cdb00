/** A cookie of the whole site that is gone after some seconds. */
export interface NewCookie {
  readonly name: string
  /** without spaces, quotes, commas and semicolons */
  readonly value: string
  readonly seconds: number
  /** also sent when another site leads a browser here; default: only by pages of this site */
  readonly isSentFromOtherSites?: boolean
}

// With this prefix, a browser takes the cookie only from this very host, over HTTPS: a sibling site cannot plant one.
const HOST_ONLY = '__Host-'

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

const nameAt = (name: string, publicUrl: string): string => (isSecure(publicUrl) ? `${HOST_ONLY}${name}` : name)

/** The value of a cookie in a Cookie header; null: there is none. */
export const readCookie = (header: string | undefined, name: string, publicUrl: string): string | null => {
  const pairs = (header ?? '').split('; ').map((pair) => pair.split('=', 2))
  return pairs.find(([key]) => key === nameAt(name, publicUrl))?.[1] ?? null
}

/** Of a Set-Cookie header. Scripts cannot read the cookie, and requests of other sites do not carry it. */
export const cookieHeader = (
  { name, value, seconds, isSentFromOtherSites = false }: NewCookie,
  publicUrl: string,
): string =>
  [
    `${nameAt(name, publicUrl)}=${value}`,
    `Max-Age=${seconds}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${isSentFromOtherSites ? 'Lax' : 'Strict'}`,
    ...(isSecure(publicUrl) ? ['Secure'] : []),
  ].join('; ')
