/** `December 21, 2026`, as mails and messages write a day. */
export const longDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at)
