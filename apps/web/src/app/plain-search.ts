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
