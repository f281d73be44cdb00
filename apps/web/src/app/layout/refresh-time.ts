const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })

/** An instant as the footer shows it, in the reader's own zone; 'Unknown' when there is none. */
export const refreshTimeText = (instant: string | null): string => {
  const time = instant === null ? Number.NaN : Date.parse(instant)
  return Number.isNaN(time) ? 'Unknown' : format.format(time)
}
