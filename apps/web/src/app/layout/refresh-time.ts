const formatIn = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone })

/** An instant as the footer shows it, in the account's zone as every other time of the page; 'Unknown' when there is none. */
export const refreshTimeText = (instant: string | null, timeZone?: string): string => {
  const time = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(time) ? 'Unknown' : formatIn(timeZone).format(time)
}
