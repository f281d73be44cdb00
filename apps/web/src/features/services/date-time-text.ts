/** An instant (ISO 8601) in the account's zone (an IANA name; until it is known the browser's) and the browser's words. */
export const dateTimeText = (instant: string, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(Date.parse(instant))
