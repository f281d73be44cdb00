/** Where the fake store is. */
export const SITE_ZONE = 'America/Los_Angeles'

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** A time as WordPress writes it in GMT, without an offset. */
export const gmt = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19)

/** A time as WordPress writes it in the site's time zone. */
export const local = (epochMs: number): string => LOCAL.format(epochMs).replace(' ', 'T')

/** Both forms of a field. */
export const both = (field: string, epochMs: number | null): Record<string, string | null> => ({
  [field]: epochMs === null ? null : local(epochMs),
  [`${field}_gmt`]: epochMs === null ? null : gmt(epochMs),
})

/** `WP_Date_Query::build_mysql_datetime`: a text with an offset is converted to the site's time zone, another one is kept. */
export const queryTime = (text: string): string =>
  /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? local(Date.parse(text)) : text.slice(0, 19)
