/** A message with the full stop that lets another sentence follow it. */
export const asSentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)
