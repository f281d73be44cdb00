/** The part of `document` that holds cookies. */
export interface CookieJar {
  cookie: string
}

const NAME = 'cuvee-visitor'
const LIFE_DAYS = 365
const DAY_SECONDS = 86_400
const ID = /^[0-9a-f-]{36}$/

const stored = ({ cookie }: CookieJar): string | null => {
  const entry = cookie.split('; ').find((one) => one.startsWith(`${NAME}=`))
  const id = entry?.slice(NAME.length + 1) ?? ''
  return ID.test(id) ? id : null
}

const write = (jar: CookieJar, value: string, seconds: number, isSecure: boolean): void => {
  jar.cookie = `${NAME}=${value}; max-age=${seconds}; path=/; samesite=lax${isSecure ? '; secure' : ''}`
}

/** A random UUID, also where the page is not served securely, for which `crypto.randomUUID` is missing. */
export const newVisitorId = (): string => {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

/** Knows a browser again for 365 days from its last visit; names nobody. */
export const visitorId = (jar: CookieJar, newId: () => string, isSecure: boolean): string => {
  const id = stored(jar) ?? newId()
  write(jar, id, LIFE_DAYS * DAY_SECONDS, isSecure)
  return id
}

export const forgetVisitor = (jar: CookieJar, isSecure: boolean): void => {
  if (stored(jar) !== null) write(jar, '', 0, isSecure)
}
