/** Whether repeated values of a parameter form a list: filters. */
const isList = (name: string): boolean => /^(f|any|not)\./.test(name)

/**
 * Parses query values as plain text. The router's default parses them as JSON, which would round a numeric token. For a
 * repeated name the last value wins, except for filters, where all are kept.
 */
export const parseSearch = (search: string): Record<string, string | string[]> => {
  const params = new URLSearchParams(search)
  return Object.fromEntries([...params].map(([name, value]) => [name, isList(name) ? params.getAll(name) : value]))
}

/** The inverse: absent and null values are omitted, each list item is written. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[key, String(one)]])),
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

/** A page of a list from its address; anything else is the first one. */
export const readPageNumber = (value: unknown): number => {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

const hasForbiddenCharacter = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  /[\u0000-\u001f\u007f\\]/.test(value)

/**
 * The redirect target after sign-in. Only paths of this origin are allowed, since browsers resolve many unusual spellings
 * to another host; anything else falls back to the home page.
 */
export const safeRedirect = (wanted: unknown, origin: string): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  if (hasForbiddenCharacter(wanted)) return '/'
  try {
    return new URL(wanted, origin).origin === origin ? wanted : '/'
  } catch {
    return '/'
  }
}

const PRODUCT = 'Cuvee'

/**
 * The window title: that of the deepest matched route that has one, else the previous title. `titles` are ordered from
 * the outermost route.
 */
export const pageTitle = (titles: readonly (string | undefined)[], previous: string): string => {
  const nearest = titles.findLast((title) => title !== undefined)
  return nearest === undefined ? previous : `${PRODUCT} | ${nearest}`
}
