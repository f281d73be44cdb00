/**
 * Query values are plain text here. The router's own reading takes them for JSON, which would turn a token of digits
 * into a rounded number.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** The inverse: absent and null values are left out. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}
