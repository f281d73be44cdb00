const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** An instant (ISO 8601) in the reader's own zone and the browser's words. */
export const dateTimeText = (instant: string): string => format.format(Date.parse(instant))
