/** Names whose values stand side by side when they are repeated: the filters of a report. */
const isList = (name: string): boolean => name.startsWith('f.')

/**
 * Query values are plain text here. The router's own reading takes them for JSON, which would turn a token of digits
 * into a rounded number. Of a repeated name the last value counts, except for filters, which all do.
 */
export const parseSearch = (search: string): Record<string, string | string[]> => {
  const params = new URLSearchParams(search)
  return Object.fromEntries([...params].map(([name, value]) => [name, isList(name) ? params.getAll(name) : value]))
}

/** The inverse: absent and null values are left out, each item of a list is written. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[key, String(one)]])),
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

const hasForbiddenCharacter = (value: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  /[\u0000-\u001f\u007f\\]/.test(value)

/**
 * Where to go after signing in. Only a path of this very origin is followed, since browsers read many odd spellings as
 * another host; anything else leads home.
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
 * The window's title: that of the nearest matched route that has one, else the title before. `titles` are those of the
 * matched routes, outermost first.
 */
export const pageTitle = (titles: readonly (string | undefined)[], previous: string): string => {
  const nearest = titles.findLast((title) => title !== undefined)
  return nearest === undefined ? previous : `${PRODUCT} | ${nearest}`
}
